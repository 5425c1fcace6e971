import { useState } from "react";
import type { ReactNode } from "react";
import { cx } from "#web/components/class-names.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { TrimBar } from "#web/components/ui/trim-bar.tsx";
import { COPY } from "./copy.ts";
import { DocumentText } from "./document-text.tsx";
import { PageTitle } from "./page-title.tsx";
import type { Passage, SearchAnswer } from "./queries.ts";

/** Length in characters beyond which a passage is folded. */
const FOLDED_CHARACTERS = 900;

type ResultsProps = {
  answer: SearchAnswer;
  onRead: (url: string) => void;
  /** Address of the page that is being read beside the results. */
  readUrl: string | null;
  actions: ReactNode;
};

/** The passages of an answer as an agent gets them, and the sections that the agent did not have to read. */
export function Results({ answer, onRead, readUrl, actions }: ResultsProps) {
  const { passages, receipt } = answer;
  return (
    <section aria-labelledby="results" className="grid min-w-0 grid-cols-1 content-start gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="results" className="mr-auto text-lg">
          {passages.length} {passages.length === 1 ? "passage" : "passages"}
        </h2>
        <span className="text-sm text-muted">
          {receipt.creditsUsed === 0
            ? "No credit used"
            : `${receipt.creditsUsed} ${receipt.creditsUsed === 1 ? "credit" : "credits"} used`}
        </span>
        {actions}
      </div>
      {receipt.tokensOfFullPages > 0 && (
        <TrimBar tokensRead={receipt.tokensSent} tokensTotal={receipt.tokensOfFullPages} />
      )}
      <ol className="grid grid-cols-1 gap-4">
        {passages.map((passage) => (
          <li key={`${passage.url} ${passage.text}`}>
            <PassageCard passage={passage} onRead={onRead} isRead={readUrl === passage.url} />
          </li>
        ))}
      </ol>
      <LeftOut pages={answer.leftOut} title="More sections, not included" onRead={onRead} />
    </section>
  );
}

export function PassageCard({
  passage,
  onRead,
  isRead,
}: {
  passage: Passage;
  onRead: (url: string) => void;
  isRead: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = passage.text.length > FOLDED_CHARACTERS;
  const path = passage.headingPath.filter((heading) => heading !== passage.title);
  return (
    <Card className={cx("grid grid-cols-1 gap-3", isRead && "border-accent")}>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h3 className="min-w-0 flex-1 wrap-anywhere">
            <PageTitle title={passage.title} url={passage.url} />
          </h3>
          <Chip>
            {passage.source}
            {passage.version !== null && ` ${passage.version}`}
          </Chip>
        </div>
        {path.length > 0 && <p className="text-sm text-muted wrap-anywhere">{path.join(" › ")}</p>}
      </div>
      <div
        className={cx(
          "relative border-l-4 border-mark pl-3",
          isLong && !isOpen && "max-h-64 overflow-hidden mask-b-from-75%",
        )}
        // Folded text cannot be reached by keyboard either.
        inert={isLong && !isOpen}
      >
        <DocumentText text={passage.text} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isLong && (
          <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Less" : "All of it"}
          </Button>
        )}
        <Button
          size="sm"
          onClick={() => onRead(passage.url)}
          aria-label={`${COPY.readCost}: ${passage.title}`}
        >
          {COPY.readCost}
        </Button>
        <span className="ml-auto font-mono text-xs text-muted tabular-nums">
          {passage.tokens.toLocaleString("en-US")} tokens
        </span>
      </div>
    </Card>
  );
}

type LeftOutProps = {
  pages: SearchAnswer["leftOut"];
  title: string;
  onRead: (url: string) => void;
};

/** A page's title with its deepest heading, where that says more. */
function sectionTitle({ title, headingPath }: SearchAnswer["leftOut"][number]): string {
  const heading = headingPath.at(-1);
  return heading === undefined || heading === title ? title : `${title} › ${heading}`;
}

/** Sections that were found and not sent. */
export function LeftOut({ pages, title, onRead }: LeftOutProps) {
  if (pages.length === 0) return null;
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <h3 className="text-md">{title}</h3>
      <ul className="grid grid-cols-1 text-sm">
        {pages.map((page) => (
          <li
            key={page.url}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-border py-2 first:border-t-0"
          >
            <span className="min-w-0 flex-1 basis-48">
              <PageTitle title={sectionTitle(page)} url={page.url} />
              <span className="block truncate text-muted" title={page.url}>
                About {page.tokens.toLocaleString("en-US")} tokens, {page.url}
              </span>
            </span>
            <Button size="sm" onClick={() => onRead(page.url)} aria-label={`${COPY.readCost}: ${page.title}`}>
              {COPY.readCost}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
