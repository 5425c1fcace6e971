import { ArrowRight } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { FormEvent } from "react";
import { PUBLIC_QUESTION_CHARACTERS } from "#schema/api/public-search.ts";
import type { ExampleQuestion } from "#schema/api/public-search.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { TRY_COPY } from "./copy.ts";

/** The code of the answer, loaded with the first question, or when somebody is about to ask one. */
const loadAnswer = () => import("./try-answer.tsx");
const TryAnswer = lazy(async () => ({ default: (await loadAnswer()).TryAnswer }));

type Asked = { query: string; source?: string };

type TrySearchProps = {
  /** The only source to ask; without it, all public ones. */
  source?: string;
  examples: readonly ExampleQuestion[];
  /** Whether the server is asked which examples it can answer, so that only those are shown. */
  followsServer?: boolean;
};

/** The search that agents call, for a person without an account: a field, questions to click, and the answer with its receipt. */
export function TrySearch({ source, examples: given, followsServer = false }: TrySearchProps) {
  const [query, setQuery] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const examples = useExamples(given, followsServer);

  function ask(next: Asked) {
    setQuery(next.query);
    setAsked(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const words = query.trim();
    if (words !== "") ask({ query: words, source });
  }

  return (
    <div className="grid grid-cols-1 content-start gap-4" onFocus={loadAnswer} onPointerEnter={loadAnswer}>
      <form onSubmit={submit} role="search" className="flex gap-2">
        <Input
          type="search"
          name="q"
          aria-label={TRY_COPY.label}
          placeholder={TRY_COPY.placeholder}
          maxLength={PUBLIC_QUESTION_CHARACTERS}
          autoComplete="off"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <Button type="submit" variant="primary">
          {TRY_COPY.ask}
        </Button>
      </form>
      {examples.length > 0 && (
        <ul aria-label={TRY_COPY.examples} className="grid grid-cols-1">
          {examples.map(({ library, question }) => (
            <li key={library} className="border-t border-border first:border-t-0">
              <button
                type="button"
                className="group flex min-h-11 w-full items-center gap-3 py-2 text-left text-md hover:text-accent"
                onClick={() => ask({ query: question, source: library })}
              >
                <span className="min-w-0 flex-1">
                  <span className="font-semibold">{library}</span> {question}
                </span>
                <ArrowRight
                  aria-hidden="true"
                  className="size-4 shrink-0 text-muted group-hover:text-accent"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {asked !== null && (
        <Suspense fallback={<p className="text-md text-muted">{TRY_COPY.searching}</p>}>
          <TryAnswer {...asked} />
        </Suspense>
      )}
    </div>
  );
}

/** The examples that are drawn first, until the server has said which of all examples it can answer. */
function useExamples(given: readonly ExampleQuestion[], followsServer: boolean): readonly ExampleQuestion[] {
  const [known, setKnown] = useState<readonly ExampleQuestion[] | null>(null);
  useEffect(() => {
    if (!followsServer) return;
    const aborter = new AbortController();
    const load = async () => setKnown(await fetchExamples(aborter.signal));
    void load();
    return () => aborter.abort();
  }, [followsServer]);
  return known ?? given;
}

/**
 * The examples that the server can answer. Null when they cannot be had: the first examples stay then, and an answer says so
 * itself when there is nothing about them.
 */
async function fetchExamples(signal: AbortSignal): Promise<readonly ExampleQuestion[] | null> {
  const response = await fetch("/api/public-search/examples", { signal }).catch(() => null);
  const body: { examples?: readonly ExampleQuestion[] } | null = response?.ok
    ? await response.json().catch(() => null)
    : null;
  return body?.examples ?? null;
}
