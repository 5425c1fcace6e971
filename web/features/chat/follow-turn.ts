import type { TurnEvent } from "#schema/api/chat.ts";
import { ApiError } from "#web/api/errors.ts";
import { reach, readJson } from "#web/api/reach.ts";

const FIRST_WAIT_MS = 300;
const LAST_WAIT_MS = 5_000;
const MAX_TRIES = 12;

/** The complete events in a text of server-sent events, and the rest of the text. */
export function readEvents(text: string): { events: TurnEvent[]; rest: string } {
  const blocks = text.split("\n\n");
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    return data === undefined ? [] : [JSON.parse(data) as TurnEvent];
  });
  return { events, rest };
}

/**
 * Follows a turn from event `after` on, until its end. A connection that breaks is made again, and begins with the first event
 * that was missed. Throws ApiError when the turn isn't there, or nothing answers for a long while.
 */
export async function followTurn(
  path: string,
  after: number,
  onEvent: (event: TurnEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let next = after;
  for (let tries = 0; tries < MAX_TRIES && !signal.aborted; tries += 1) {
    try {
      const response = await reach(`${path}?after=${next}`, { signal });
      if (!response.ok || !response.body) await readJson(response);
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const found = readEvents(text + value);
        text = found.rest;
        for (const event of found.events) {
          next += 1;
          tries = 0;
          onEvent(event);
          if (event.type === "end") return;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.code === "not-found") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST_WAIT_MS * 2 ** tries, LAST_WAIT_MS)));
  }
  if (!signal.aborted)
    throw new ApiError("network", "The answer can't be reached. Reload the page to see it.");
}
