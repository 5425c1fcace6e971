type Listener = (text: string) => void;

let listener: Listener | null = null;

/** Has a screen reader say `text` when there is a pause. */
export function announce(text: string): void {
  listener?.(text);
}

/** Registers the one region that says announcements. */
export function onAnnounce(next: Listener): () => void {
  listener = next;
  return () => {
    listener = null;
  };
}
