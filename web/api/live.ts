import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import ReconnectingSocket from "partysocket/ws";
import { useEffect, useState } from "react";
import { LIVE_CLOSE, LIVE_PING, LIVE_PONG, liveMessage } from "#schema/api/live.ts";
import type { LiveMessage } from "#schema/api/live.ts";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { reach, readJson } from "./reach.ts";
import { selectedTeamId } from "./selected-team.ts";
import { refreshSession } from "./session.ts";

/** The way news arrives: over the socket, or by polling while there is no socket. */
export type LiveState = "connecting" | "live" | "polling";

const PING_MS = 25_000;
/** Pause between two polls when the first was not answered. */
const POLL_AGAIN_MS = 5_000;
const FOR_GOOD: number[] = Object.values(LIVE_CLOSE);

/**
 * Keeps the page up to date: every query whose key begins with a topic is asked again when the server says that the topic has
 * changed. Changes during a lost connection are told at the next one. Without a socket, requests that wait for news ask for the
 * same.
 */
export function useLive(): LiveState {
  const queryClient = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");
  useEffect(() => listen(queryClient, setState), [queryClient]);
  return state;
}

function listen(queryClient: QueryClient, tell: (state: LiveState) => void): () => void {
  let after: number | null = null;
  let polling: AbortController | null = null;
  let isPongDue = false;
  let isLeft = false;
  const query = () => {
    const teamId = selectedTeamId();
    const params = new URLSearchParams({
      ...(after !== null && { after: String(after) }),
      // A socket sends no header of its own.
      ...(teamId !== PERSONAL_SCOPE && { teamId }),
    });
    return params.size === 0 ? "" : `?${params}`;
  };
  const socket = new ReconnectingSocket(
    () => `${location.origin.replace(/^http/, "ws")}/api/live${query()}`,
    [],
    {
      minReconnectionDelay: 500,
      maxReconnectionDelay: 10_000,
    },
  );

  function take({ topics, sequence }: LiveMessage) {
    // A sequence that begins anew means that the server lost its count, and the changes in between are unknown.
    if (after !== null && sequence < after) void queryClient.invalidateQueries();
    after = sequence;
    for (const topic of topics) void queryClient.invalidateQueries({ queryKey: [topic] });
    if (topics.includes("profile")) void refreshSession().catch(() => {});
  }

  async function poll(signal: AbortSignal) {
    while (!signal.aborted) {
      try {
        const message = liveMessage.parse(
          await readJson(await reach(`/api/live/poll${query()}`, { signal })),
        );
        take(message);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, POLL_AGAIN_MS));
      }
    }
  }

  socket.addEventListener("open", () => {
    polling?.abort();
    polling = null;
    isPongDue = false;
    tell("live");
  });
  socket.addEventListener("message", ({ data }: MessageEvent) => {
    isPongDue = false;
    if (data === LIVE_PONG) return;
    const message = readMessage(data);
    if (message) take(message);
  });
  socket.addEventListener("close", ({ code }) => {
    if (FOR_GOOD.includes(code)) {
      socket.close();
      // The guard leads a person who was signed out away; a console that made room for a newer one goes on by polling.
      if (code !== LIVE_CLOSE.replaced) void refreshSession().catch(() => {});
    }
    if (isLeft) return;
    tell("polling");
    if (polling || code === LIVE_CLOSE.sessionEnded || code === LIVE_CLOSE.accountDeleted) return;
    polling = new AbortController();
    void poll(polling.signal);
  });
  // A connection may be dead without having been closed, so a ping is sent.
  const ping = setInterval(() => {
    if (socket.readyState !== socket.OPEN) return;
    if (isPongDue) socket.reconnect();
    else socket.send(LIVE_PING);
    isPongDue = !isPongDue;
  }, PING_MS);
  const onOnline = () => socket.reconnect();
  window.addEventListener("online", onOnline);

  return () => {
    window.removeEventListener("online", onOnline);
    clearInterval(ping);
    isLeft = true;
    polling?.abort();
    socket.close();
  };
}

/** A message of ours, or null for anything else. */
function readMessage(data: unknown): LiveMessage | null {
  try {
    return liveMessage.parse(JSON.parse(String(data)));
  } catch {
    return null;
  }
}
