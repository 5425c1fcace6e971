/** Options of a toast: short news that goes away by itself. The part that shows toasts is loaded with the first. */
export type ToastOptions = {
  text: string;
  kind?: "plain" | "ok" | "danger";
  /** Milliseconds that the toast is shown; two seconds by default. */
  durationMs?: number;
  /** Element above which the toast is shown, by 8 px, instead of at the foot of the page. */
  target?: Element | null;
};

const DEFAULT_DURATION_MS = 2_000;

type Shown = Required<Omit<ToastOptions, "target">> & { target: Element | null };

let show: ((toast: Shown) => void) | null = null;
let waiting: Shown[] = [];
const wanted = new Set<() => void>();

export function showToast({
  text,
  kind = "plain",
  durationMs = DEFAULT_DURATION_MS,
  target = null,
}: ToastOptions): void {
  const toast = { text, kind, durationMs, target };
  if (show) show(toast);
  else {
    waiting.push(toast);
    for (const tell of wanted) tell();
  }
}

/** Gives the toaster all toasts that wait and that come later. Returns a function that ends this. */
export function receiveToasts(receive: (toast: Shown) => void): () => void {
  show = receive;
  for (const toast of waiting) receive(toast);
  waiting = [];
  return () => {
    show = null;
  };
}

/** Calls `tell` when there is a toast and no toaster to show it. */
export function onToastWanted(tell: () => void): () => void {
  wanted.add(tell);
  return () => wanted.delete(tell);
}

export function isToastWaiting(): boolean {
  return waiting.length > 0;
}
