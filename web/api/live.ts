import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import ReconnectingSocket from "partysocket/ws";
import { useEffect, useState } from "react";
import { isRecord } from "./errors.ts";

/** How news arrive: over the socket, or by asking again and again while there is none. */
export type LiveState = "connecting" | "live" | "polling";

const POLL_MS = 15_000;

/**
 * Keeps what is shown up to date: a message `{topic, at}` makes every query stale whose key begins with the topic.
 * While there is no socket, everything shown is asked for again every 15 seconds, and once when it is back.
 */
export function useLive(): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => listen(queryClient, setState), [queryClient]);
  return state;
}

function listen(queryClient: QueryClient, tell: (state: LiveState) => void): () => void {
  const url = `${location.origin.replace(/^http/, "ws")}/api/live`;
  const socket = new ReconnectingSocket(url, [], {
    maxReconnectionDelay: 10_000,
    minReconnectionDelay: 1_000,
  });
  let poll: ReturnType<typeof setInterval> | undefined;
  let wasOpen = false;

  socket.addEventListener("open", () => {
    clearInterval(poll);
    poll = undefined;
    // What was said in the meantime was missed.
    if (wasOpen) void queryClient.invalidateQueries();
    wasOpen = true;
    tell("live");
  });
  socket.addEventListener("message", (event: MessageEvent) => {
    const topic = topicOf(event.data);
    if (topic !== null) void queryClient.invalidateQueries({ queryKey: [topic] });
  });
  socket.addEventListener("close", () => {
    tell("polling");
    poll ??= setInterval(() => {
      if (document.visibilityState === "visible") void queryClient.invalidateQueries();
    }, POLL_MS);
  });

  return () => {
    clearInterval(poll);
    socket.close();
  };
}

/** Null for what is no message of ours. */
export function topicOf(data: unknown): string | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return isRecord(message) && typeof message.topic === "string" ? message.topic : null;
  } catch {
    return null;
  }
}
