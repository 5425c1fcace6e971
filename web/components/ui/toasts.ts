/** Short news that go away by themselves. The part that shows them is loaded with the first. */
export type ToastOptions = {
  text: string;
  kind?: "plain" | "ok" | "danger";
  /** Two seconds unless told otherwise. */
  durationMs?: number;
  /** Shown 8 px above this element instead of at the foot of the page. */
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

/** For the part that shows them: takes what waits and all that comes. Returns how to stop. */
export function receiveToasts(receive: (toast: Shown) => void): () => void {
  show = receive;
  for (const toast of waiting) receive(toast);
  waiting = [];
  return () => {
    show = null;
  };
}

/** Tells that there is a toast and nobody to show it. */
export function onToastWanted(tell: () => void): () => void {
  wanted.add(tell);
  return () => wanted.delete(tell);
}

export function isToastWaiting(): boolean {
  return waiting.length > 0;
}
