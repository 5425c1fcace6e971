import type { ToolRun } from "#schema/api/chat.ts";
import { Chip } from "#web/components/ui/chip.tsx";
import { CopyButton } from "#web/components/ui/copy-button.tsx";
import { Fold } from "#web/components/ui/fold.tsx";
import { TrimBar } from "#web/components/ui/trim-bar.tsx";
import { grouped } from "#web/lib/grouped.ts";
import type { OpenPassage } from "./passage-drawer.tsx";

type ToolRunViewProps = {
  run: ToolRun;
  onOpen: (passage: OpenPassage) => void;
  /** Whether the passages are open: where they are the answer, they are not folded away. */
  isOpen: boolean;
};

/** A call of a tool as an agent makes it: what the call found, read and cost, with its arguments behind it. */
export function ToolRunView({ run, onOpen, isOpen }: ToolRunViewProps) {
  const { passages, receipt } = run;
  const list = (
    <ul className="grid gap-1">
      {passages.map((passage) => (
        <li key={passage.number}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen({ passage, support: null })}
            className="flex min-h-8 w-full flex-wrap items-center gap-x-2 gap-y-1 rounded-xs py-1 text-left text-sm hover:bg-hover touch"
          >
            <span className="font-mono text-xs text-accent">{passage.number}</span>
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere underline decoration-border-strong underline-offset-2">
              {passage.headingPath.at(-1) ?? passage.title}
            </span>
            {passage.source && (
              <Chip>
                {passage.source}
                {passage.version !== null && ` ${passage.version}`}
              </Chip>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      <Fold
        title={
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 text-sm font-normal text-muted">
            <span className="text-text">{summaryOf(run)}</span>
            <span className="font-mono text-xs tabular-nums">
              {grouped(receipt.tokensSent)} of {grouped(receipt.tokensOfFullPages)} tokens
            </span>
            <span>{creditsOf(receipt.creditsUsed)}</span>
          </span>
        }
      >
        <div className="grid grid-cols-1 gap-3">
          {receipt.tokensOfFullPages > 0 && (
            <TrimBar tokensRead={receipt.tokensSent} tokensTotal={receipt.tokensOfFullPages} />
          )}
          {!isOpen && list}
          <pre tabIndex={0} className="overflow-x-auto rounded-sm bg-sunken p-3 text-xs">
            <code>{JSON.stringify({ name: run.tool, arguments: run.arguments }, null, 2)}</code>
          </pre>
          <CopyButton label={run.tool} text={() => mcpCallOf(run)}>
            Copy as MCP call
          </CopyButton>
        </div>
      </Fold>
      {isOpen && list}
      {run.notice && <p className="text-md text-muted">{run.notice}</p>}
    </div>
  );
}

/** The request that an MCP client makes for the same call. */
function mcpCallOf({ tool, arguments: args }: ToolRun): string {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: args } };
  return JSON.stringify(call, null, 2);
}

function summaryOf({ tool, passages, confidence }: ToolRun): string {
  if (tool === "docenda_read_url") return "Read a page";
  const found = passages.length === 1 ? "1 passage" : `${passages.length} passages`;
  return `Searched: ${found}${confidence === "nearest" ? ", only the nearest" : ""}`;
}

function creditsOf(credits: number): string {
  return credits === 0 ? "Free" : `${credits} ${credits === 1 ? "credit" : "credits"}`;
}
