/** A console's session, and the last change it knows; without a number it begins with the next change. */
export type Listener = { sessionId: string; after: number | null };

/** The address under which the door asks a LiveHub for a socket; nobody else sees it. */
export function listenUrl({ sessionId, after }: Listener): string {
  const query = new URLSearchParams({ session: sessionId, ...(after !== null && { after: String(after) }) });
  return `https://live-hub/?${query}`;
}

export function listenerOf(url: string): Listener {
  const { searchParams } = new URL(url);
  const after = searchParams.get("after");
  return { sessionId: searchParams.get("session") ?? "", after: after === null ? null : Number(after) };
}
