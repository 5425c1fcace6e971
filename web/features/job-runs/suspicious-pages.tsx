import { useRef } from "react";
import { errorWords } from "#web/api/errors.ts";
import { ActionButton } from "#web/components/ui/action-button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import {
  leaveOutPage,
  takeInPage,
  useReloadSuspiciousPages,
  useSuspiciousPages,
} from "./suspicious-queries.ts";
import type { SuspiciousPage } from "./suspicious-queries.ts";

/** Number of pages in a list at a time. */
const SHOWN_PAGES = 10;

/**
 * Pages of a source whose text speaks to models, each with a button that leaves it out of search, and the pages left out. Nothing for a
 * source without either.
 */
export function SuspiciousPages({ sourceId }: { sourceId: string }) {
  const section = useRef<HTMLElement>(null);
  const { data } = useSuspiciousPages(sourceId);
  const reload = useReloadSuspiciousPages(sourceId);
  if (!data || (data.total === 0 && data.leftOut.length === 0)) return null;

  // The button goes away with its row, so the section gets the focus.
  const leaveOut = async (url: string) => {
    await leaveOutPage(sourceId, url);
    section.current?.focus();
    showToast({ text: "Left out. Search no longer returns this page.", kind: "ok" });
  };
  const takeIn = async (url: string) => {
    await takeInPage(sourceId, url);
    section.current?.focus();
    showToast({ text: "This page is searchable again after the next indexing.", kind: "ok" });
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="suspicious-pages"
      className="grid grid-cols-1 gap-3 rounded-sm border border-border px-4 py-3"
    >
      <h3 id="suspicious-pages" className="text-md font-medium">
        Text that speaks to models
      </h3>
      {data.total > 0 && (
        <>
          <p className="text-sm text-muted">
            {data.total === 1 ? "1 page gives" : `${data.total.toLocaleString("en-US")} pages give`}{" "}
            instructions to AI models. Agents see these lines marked as suspicious. Leave a page out to remove
            it from search.
          </p>
          {data.pages.length < data.total && (
            <p className="text-sm text-muted">
              These are the {data.pages.length.toLocaleString("en-US")} with the most such lines.
            </p>
          )}
          <Paged items={data.pages} size={SHOWN_PAGES} noun="pages with such text">
            {(shown) => (
              <PageList pages={shown} word="Leave this page out" onAct={leaveOut} onSettled={reload} />
            )}
          </Paged>
        </>
      )}
      {data.leftOut.length > 0 && (
        <>
          <h4 className="text-sm font-medium">Left out ({data.leftOut.length.toLocaleString("en-US")})</h4>
          <p className="text-sm text-muted">
            We don't index these pages. A page that you include again is searchable after the next indexing.
          </p>
          <Paged items={data.leftOut} size={SHOWN_PAGES} noun="left-out pages">
            {(shown) => <PageList pages={shown} word="Include it again" onAct={takeIn} onSettled={reload} />}
          </Paged>
        </>
      )}
    </section>
  );
}

type PageListProps = {
  pages: readonly SuspiciousPage[];
  word: string;
  onAct: (url: string) => Promise<void>;
  onSettled: () => Promise<void>;
};

function PageList({ pages, word, onAct, onSettled }: PageListProps) {
  return (
    <ul className="grid grid-cols-1">
      {pages.map(({ url, found, quotes }) => (
        <li key={url} className="grid grid-cols-1 gap-2 border-t border-border py-2.5 first:border-t-0">
          <span className="flex flex-wrap items-start gap-x-3 gap-y-1">
            <span className="min-w-40 flex-1 font-mono text-sm wrap-anywhere">{url}</span>
            {found > 0 && (
              <Chip kind="warning">
                {found === 1 ? "1 place" : `${found.toLocaleString("en-US")} places`}
              </Chip>
            )}
            <ActionButton
              label={`${word}: ${url}`}
              onAct={() => onAct(url)}
              onSettled={onSettled}
              failed={(error) => errorWords(error, "That didn't work. Try again.")}
            >
              {word}
            </ActionButton>
          </span>
          {quotes.map((quote, at) => (
            <blockquote
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              dir="auto"
              className="border-l-2 border-border pl-3 text-sm text-muted wrap-anywhere"
            >
              {quote}
            </blockquote>
          ))}
        </li>
      ))}
    </ul>
  );
}
