import { useEffect, useMemo, useState } from "react";
import { applyEvent } from "#schema/api/chat.ts";
import type { Turn } from "#schema/api/chat.ts";
import { followTurn } from "./follow-turn.ts";

/** Turns as they are now: a running turn grows as its events come. `onEnd` is called when one has ended. */
export function useLiveTurns(
  turns: readonly Turn[],
  pathOf: (turnId: string) => string,
  onEnd: () => void,
): Turn[] {
  const [live, setLive] = useState<Record<string, Turn>>({});
  const running = turns.filter(({ status }) => status === "running");
  const ids = running.map(({ id }) => id).join(" ");
  useEffect(() => {
    const leave = new AbortController();
    for (const turn of running) {
      let now = turn;
      const grow = (next: Turn) => {
        now = next;
        setLive((before) => ({ ...before, [turn.id]: next }));
      };
      followTurn(pathOf(turn.id), turn.events, (event) => grow(applyEvent(now, event)), leave.signal).then(
        () => !leave.signal.aborted && onEnd(),
        (error: Error) =>
          grow({ ...now, status: "cut", problem: { code: "network", message: error.message, data: {} } }),
      );
    }
    return () => leave.abort();
    // Each running turn is followed once; other changes on the page begin nothing anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [ids]);
  return useMemo(
    () => turns.map((turn) => (turn.status === "running" ? (live[turn.id] ?? turn) : turn)),
    [turns, live],
  );
}
