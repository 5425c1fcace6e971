import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { TrimBar } from "#web/components/ui/trim-bar.tsx";
import { withoutFrame } from "#web/lib/blocks.ts";
import { COPY } from "./copy.ts";
import { DocumentText } from "./document-text.tsx";
import { PageTitle } from "./page-title.tsx";
import type { ReadAnswer } from "./queries.ts";

type ReadPanelProps = { onClose: () => void; children: ReactNode };

/** The place beside the results where a page is read. The panel takes the focus, since it may stand far below. */
export function ReadPanel({ onClose, children }: ReadPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <Card
      aria-labelledby="read"
      className="grid grid-cols-1 content-start gap-4 lg:sticky lg:top-6 lg:max-h-[calc(100dvh-48px)] lg:overflow-y-auto"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="read" ref={heading} tabIndex={-1} className="scroll-mt-4 text-lg outline-none">
          Page
        </h2>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Close
        </Button>
      </div>
      {children}
    </Card>
  );
}

type ReadPageProps = { url: string; answer: ReadAnswer; onRead: (url: string) => void };

/** A page as an agent reads it: a short page whole, of a long page its beginning, an outline and the parts that matter. */
export function ReadPage({ url, answer, onRead }: ReadPageProps) {
  const { page, receipt } = answer;
  return (
    <>
      <div className="grid gap-1">
        <PageTitle title={page.title} url={page.url} />
        <span className="text-sm text-muted">
          {page.isWhole
            ? "The whole page"
            : url.includes("#")
              ? "This section of the page"
              : "The parts that matter"}
          {receipt.creditsUsed === 0 ? ", no credit used" : ""}
        </span>
      </div>
      <TrimBar tokensRead={Math.min(receipt.tokensSent, page.tokens)} tokensTotal={page.tokens} />
      <div className="border-l-4 border-mark pl-3">
        <DocumentText text={withoutFrame(answer.text).body} />
      </div>
      {!page.isWhole && url.includes("#") && (
        <div>
          <Button size="sm" onClick={() => onRead(url.replace(/#.*$/s, ""))}>
            {COPY.readWhole}
          </Button>
        </div>
      )}
    </>
  );
}
