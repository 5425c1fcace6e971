import type { ReactNode } from "react";
import type { Turn } from "#schema/api/chat.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { CopyButton } from "#web/components/ui/copy-button.tsx";
import { grouped } from "#web/lib/grouped.ts";
import { Answer } from "./answer.tsx";
import { asMarkdown } from "./as-markdown.ts";
import { COPY } from "./copy.ts";
import type { OpenPassage } from "./passage-drawer.tsx";
import { ToolRunView } from "./tool-run.tsx";

type TurnViewProps = {
  turn: Turn;
  onOpen: (passage: OpenPassage) => void;
  /** Asks the question again; absent where that is not possible, as in a shared conversation. */
  onRetry?: () => void;
  onEdit?: () => void;
};

/** A question with the calls made for it, the answer and its cost. */
export function TurnView({ turn, onOpen, onRetry, onEdit }: TurnViewProps) {
  const isRunning = turn.status === "running";
  const isOver = turn.status === "failed" || turn.status === "cut" || turn.status === "stopped";
  return (
    <article aria-busy={isRunning} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-md bg-sunken px-4 py-3">
        <h2 className="min-w-0 flex-1 text-md font-medium wrap-anywhere whitespace-pre-line">
          {turn.question}
        </h2>
        {onEdit && !isRunning && (
          <Button size="sm" variant="ghost" onClick={onEdit} aria-label={`Edit: ${turn.question}`}>
            Edit
          </Button>
        )}
      </div>
      {turn.tools.map((run, index) => (
        // The calls of a turn are only ever added to.
        // oxlint-disable-next-line react/no-array-index-key
        <ToolRunView key={index} run={run} onOpen={onOpen} isOpen={!isRunning && turn.parts.length === 0} />
      ))}
      <Answer turn={turn} onOpen={onOpen} />
      {isRunning && (
        <p role="status" className="text-sm text-muted">
          {turn.tools.length === 0 ? "Searching…" : "Answering…"}
        </p>
      )}
      {isOver && <Ended turn={turn} onRetry={onRetry} />}
      {!isRunning && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <CopyButton label={turn.question} text={() => asMarkdown([turn])}>
            Copy as Markdown
          </CopyButton>
          {onRetry && !isOver && (
            <Button size="sm" variant="ghost" onClick={onRetry} aria-label={`Ask again: ${turn.question}`}>
              Ask again
            </Button>
          )}
          {turn.model && (
            <span className="ml-auto">
              {turn.model.name} · {grouped(turn.model.tokensIn + turn.model.tokensOut)} tokens
              {turn.model.credits > 0 &&
                ` · ${turn.model.credits} ${turn.model.credits === 1 ? "credit" : "credits"}`}
            </span>
          )}
        </div>
      )}
    </article>
  );
}

/** The reason why an answer ends early, and the way on. */
function Ended({ turn: { status, problem }, onRetry }: { turn: Turn; onRetry?: () => void }): ReactNode {
  const retry = onRetry && (
    <Button size="sm" onClick={onRetry}>
      Try again
    </Button>
  );
  if (status === "stopped")
    return (
      <Banner role="status" actions={retry}>
        {COPY.stopped}
      </Banner>
    );
  if (problem?.code === "resource-exhausted" && problem.data.required !== undefined)
    return (
      <Banner
        kind="warning"
        role="alert"
        actions={
          <ButtonLink size="sm" to="/subscribe?tier=basic">
            Upgrade
          </ButtonLink>
        }
      >
        {COPY.outOfCredits} It can cost {String(problem.data.required)}, and you have{" "}
        {String(problem.data.available)}.
      </Banner>
    );
  return (
    <Banner kind="danger" role="alert" actions={retry}>
      {problem?.message ?? COPY.cut}
    </Banner>
  );
}
