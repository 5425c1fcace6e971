import { CircleCheck, LoaderCircle } from "lucide-react";

type ConnectionLineProps = {
  /** The newest search or read, or null while there is none. */
  latest: { client: string; subject: string; ago: string; tokens: number | null } | null;
};

/** A line that waits for the first call of an agent, and says so when that call has come. */
export function ConnectionLine({ latest }: ConnectionLineProps) {
  return (
    <p role="status" className="flex items-center gap-2 text-md">
      {latest === null ? (
        <>
          <LoaderCircle
            aria-hidden="true"
            className="size-4 animate-spin text-muted [animation-duration:2s]"
          />
          Waiting for your first search…
        </>
      ) : (
        <>
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-ok" />
          <span className="wrap-anywhere">
            Connected: {latest.client} asked “{latest.subject}” {latest.ago}
            {latest.tokens !== null && `, ${latest.tokens.toLocaleString("en-US")} tokens`}
          </span>
        </>
      )}
    </p>
  );
}
