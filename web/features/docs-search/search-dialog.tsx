import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useDeferredValue, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { BACKDROP } from "#web/components/ui/dialog.tsx";
import { foundWords, NOTHING_FOUND, SEARCH_DOCS, SEARCH_FAILED, SEARCHING } from "./copy.ts";
import { markedWords } from "./marked-words.ts";
import { useSiteSearch } from "./queries.ts";
import type { SiteResult } from "./queries.ts";

/** Pause between the last letter and the request: shorter than a person pauses. */
const PAUSE_MS = 150;

export function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup
          aria-label={SEARCH_DOCS}
          className="fixed inset-x-4 top-[max(16px,12vh)] z-50 mx-auto flex max-h-[70dvh] max-w-[640px] flex-col overflow-hidden rounded-lg border border-border bg-surface shadow-card outline-none"
        >
          <QueryProvider>
            <SearchBox onClose={onClose} />
          </QueryProvider>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A question and the sections of the documentation that answer it, while it is being typed. */
function SearchBox({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const question = usePaused(typed.trim());
  const search = useSiteSearch(question);
  const results = useDeferredValue(question === "" ? [] : (search.data?.results ?? []));
  const isAnswered = search.data?.isAnswered ?? true;
  return (
    <Autocomplete.Root
      inline
      open
      items={results}
      mode="none"
      value={typed}
      onValueChange={setTyped}
      itemToStringValue={(result: SiteResult) => result.title}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        aria-label={SEARCH_DOCS}
        placeholder={SEARCH_DOCS}
        maxLength={200}
        className="min-h-12 w-full border-b border-border bg-transparent px-4 text-base outline-none placeholder:text-subtle"
      />
      <Autocomplete.Status className="text-sm text-muted not-empty:px-4 not-empty:pt-3 not-empty:pb-1">
        {search.error || question === ""
          ? null
          : search.isPending
            ? SEARCHING
            : isAnswered
              ? foundWords(results.length)
              : NOTHING_FOUND}
      </Autocomplete.Status>
      {search.error && (
        <div className="p-3">
          <Problem {...errorWords(search.error, SEARCH_FAILED)} onRetry={() => void search.refetch()} />
        </div>
      )}
      <Autocomplete.List className="overflow-y-auto overscroll-contain not-empty:p-2">
        {(result: SiteResult) => (
          <Autocomplete.Item
            key={result.path}
            value={result}
            onClick={() => {
              onClose();
              void navigate(result.path);
            }}
            className="grid cursor-default gap-0.5 rounded-xs px-2.5 py-2 outline-none data-highlighted:bg-hover"
          >
            <Result result={result} question={question} />
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function Result({ result, question }: { result: SiteResult; question: string }) {
  return (
    <>
      <span className="text-md font-medium">{[result.title, ...result.sections].join(" › ")}</span>
      <span className="text-sm text-muted">
        {markedWords(result.snippet, question).map(({ text, isMarked }, index) =>
          // Pieces of one text have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </span>
    </>
  );
}

/** A text as it was when typing last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
