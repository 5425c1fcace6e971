import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/components/ui/button.tsx";
import { grouped } from "#web/lib/grouped.ts";

/** One question, and the cost of each way of answering it, from docs/figures/race.json. */
export type Lap = {
  library: string;
  question: string;
  page: string;
  docendaTokens: number;
  pageTokens: number;
};

/** Pace of both counters, a picture and no measurement: the numbers at the end were measured. */
const TOKENS_A_SECOND = 3000;

/** The same questions put to an agent that opens the page and to an agent that asks us: two counters, from receipts. */
export function Race({ laps }: { laps: readonly Lap[] }) {
  const most = Math.max(...laps.map(({ pageTokens }) => pageTokens));
  const [read, setRead] = useState(most);
  const [runs, setRuns] = useState(0);
  useEffect(() => {
    if (runs === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function count(now) {
      const tokens = Math.max(0, ((now - startedAt) * TOKENS_A_SECOND) / 1000);
      setRead(Math.min(most, tokens));
      if (tokens < most) frame = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(frame);
  }, [runs, most]);

  const upTo = (tokens: number) => Math.round(Math.min(tokens, read));
  return (
    <div className="grid gap-5">
      <ul className="grid gap-5">
        {laps.map(({ library, question, docendaTokens, pageTokens }) => (
          <li key={library} className="grid gap-2">
            <p className="text-md">
              <span className="font-semibold">{library}</span> {question}
            </p>
            <Lane name="Opens the page" tokens={upTo(pageTokens)} most={most} />
            <Lane name="Asks Docenda" tokens={upTo(docendaTokens)} most={most} isOurs />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="sm" onClick={() => setRuns(runs + 1)} data-needs-script="">
          Run the race
        </Button>
        <Link to="/evaluation#race" className="link inline-flex min-h-6 items-center text-sm touch">
          How it was measured
        </Link>
      </div>
    </div>
  );
}

function Lane({
  name,
  tokens,
  most,
  isOurs = false,
}: {
  name: string;
  tokens: number;
  most: number;
  isOurs?: boolean;
}) {
  return (
    <div className="grid grid-cols-[7.5rem_1fr_3.5rem] items-center gap-2 text-sm">
      <span className={isOurs ? "font-medium" : "text-muted"}>{name}</span>
      <svg aria-hidden="true" width="100%" height="10" className="h-2.5">
        <rect
          width={`${Math.max(0.5, (tokens / most) * 100)}%`}
          height="100%"
          rx="2"
          className={`${isOurs ? "fill-accent" : "fill-strong"} forced-colors:fill-[CanvasText]`}
        />
      </svg>
      <span className="text-right font-mono tabular-nums">
        {grouped(tokens)}
        <span className="sr-only"> tokens</span>
      </span>
    </div>
  );
}
