import { useEffect, useState } from "react";
import { Copyable } from "#web/components/ui/copyable.tsx";

type Health = "asking" | "running" | "silent";

const WORDS: Record<Health, string> = {
  asking: "Asking the server …",
  running: "This server is running.",
  silent: "This server does not answer. Is `npm start` still running in its terminal?",
};

/** Whether the worker behind this page answers, and the address for agents. */
export function ServerStatus({ origin, mcpUrl }: { origin: string; mcpUrl: string }) {
  const [health, setHealth] = useState<Health>("asking");
  useEffect(() => {
    const aborted = new AbortController();
    fetch(`${origin}/api/health`, { signal: aborted.signal }).then(
      (response) => setHealth(response.ok ? "running" : "silent"),
      () => {
        if (!aborted.signal.aborted) setHealth("silent");
      },
    );
    return () => aborted.abort();
  }, [origin]);

  return (
    <div className="server-status">
      <p role="status" data-health={health}>
        {WORDS[health]} {health === "running" && "Its address for agents:"}
      </p>
      <Copyable text={mcpUrl} label="MCP address" />
    </div>
  );
}
