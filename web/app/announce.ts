type Listener = (text: string) => void;

let listener: Listener | null = null;

/** Has a screen reader say it when there is a pause. */
export function announce(text: string): void {
  listener?.(text);
}

/** For the one region that says it. */
export function onAnnounce(next: Listener): () => void {
  listener = next;
  return () => {
    listener = null;
  };
}
