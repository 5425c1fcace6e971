import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { ApiError, errorWords } from "#web/api/errors.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { SITE_LINKS } from "#web/components/site/site-config.ts";
import { useCredits } from "#web/features/credits/queries.ts";
import { COPY, EXAMPLES } from "#web/features/search/copy.ts";
import { McpDrawer } from "#web/features/search/mcp-drawer.tsx";
import { readPage, search } from "#web/features/search/queries.ts";
import type { SearchAnswer } from "#web/features/search/queries.ts";
import { ReadPage, ReadPanel } from "#web/features/search/read-panel.tsx";
import { PassageCard, Results } from "#web/features/search/results.tsx";
import { SearchFields } from "#web/features/search/search-form.tsx";
import { inputOf, readForm, writeForm } from "#web/features/search/search-input.ts";
import type { SearchInput } from "#web/features/search/queries.ts";
import { useSources } from "#web/features/sources/queries.ts";

type Asked = { input: SearchInput; answer: SearchAnswer };

export default function SearchPage() {
  const [params, setParams] = useSearchParams();
  const [form, setForm] = useState(() => readForm(params));
  const [keepsSession, setKeepsSession] = useState(false);
  // The answers of one session, the newest first.
  const [session, setSession] = useState<readonly Asked[]>([]);
  const [readUrl, setReadUrl] = useState<string | null>(null);
  const sources = useSources();
  const credits = useCredits();
  const read = useMutation({ mutationFn: readPage });
  const run = useMutation({
    mutationFn: search,
    onSuccess: (answer, input) => {
      setSession(input.session ? (before) => [{ input, answer }, ...before] : [{ input, answer }]);
      setReadUrl(null);
    },
  });
  const latest = session[0];
  const left = credits.data?.totalCreditsAvailable;
  const isOut = left === 0 || isOutOfCredits(run.error) || isOutOfCredits(read.error);
  const sourceNames = [...new Set(sources.data?.map(({ name }) => name))];

  function ask(query = form.query) {
    const asked = { ...form, query };
    const input = inputOf(asked, (keepsSession && latest?.answer.session) || null);
    if (input === null || run.isPending) return;
    setForm(asked);
    setParams(writeForm(params, asked), { replace: true, preventScrollReset: true });
    run.mutate(input);
  }

  function open(url: string) {
    setReadUrl(url);
    read.mutate({ url, ...(latest?.answer.session && { session: latest.answer.session }) });
  }

  return (
    <>
      <h1>Search</h1>
      {isOut && (
        <Banner
          kind="warning"
          role="status"
          actions={
            <ButtonLink size="sm" to="/subscribe?tier=basic">
              Upgrade
            </ButtonLink>
          }
        >
          {COPY.outOfCredits} A search with a sure answer costs one.
        </Banner>
      )}
      <SearchFields
        form={form}
        onChange={setForm}
        onSearch={() => ask()}
        isBusy={run.isPending}
        sourceNames={sourceNames}
        hasSession={latest !== undefined}
        keepsSession={keepsSession}
        onKeepSession={setKeepsSession}
        aside={left !== undefined && `You have ${left.toLocaleString("en-US")} left.`}
      />
      {run.error && !isOutOfCredits(run.error) && (
        <Problem {...errorWords(run.error, COPY.failed)} onRetry={() => ask()} isRetrying={run.isPending} />
      )}
      <Loading isLoading={run.isPending} label="Searching" skeleton={<Skeleton className="h-96" />}>
        {() => {
          if (run.error) return null;
          if (!latest)
            return (
              <EmptyState
                example={
                  <span className="flex flex-wrap justify-center gap-2">
                    {EXAMPLES.map((query) => (
                      <Button
                        key={query}
                        size="sm"
                        className="max-w-full"
                        onClick={() => setForm({ ...form, query })}
                      >
                        <span className="whitespace-normal">{query}</span>
                      </Button>
                    ))}
                  </span>
                }
              >
                Ask what your agent would ask, and see what it would read.
              </EmptyState>
            );
          return (
            <div
              className={
                readUrl === null ? "grid grid-cols-1" : "grid grid-cols-1 items-start gap-6 lg:grid-cols-2"
              }
            >
              <div className="grid min-w-0 grid-cols-1 gap-4">
                <Found asked={latest} earlier={session.slice(1)} onRead={open} readUrl={readUrl} />
              </div>
              {readUrl !== null && (
                <ReadPanel key={readUrl} onClose={() => setReadUrl(null)}>
                  {read.error ? (
                    <Problem
                      {...errorWords(read.error, COPY.readFailed)}
                      onRetry={() => open(readUrl)}
                      isRetrying={read.isPending}
                    />
                  ) : (
                    <Loading
                      isLoading={read.isPending}
                      label="Reading the page"
                      skeleton={<Skeleton className="h-80" />}
                    >
                      {() =>
                        read.data && (
                          <>
                            <ReadPage url={readUrl} answer={read.data} onRead={open} />
                            <div>
                              <McpDrawer exchange={read.data.mcp} />
                            </div>
                          </>
                        )
                      }
                    </Loading>
                  )}
                </ReadPanel>
              )}
            </div>
          );
        }}
      </Loading>
    </>
  );
}

type FoundProps = {
  asked: Asked;
  /** Earlier answers of the session, whose passages were not sent again. */
  earlier: readonly Asked[];
  onRead: (url: string) => void;
  readUrl: string | null;
};

function Found({ asked, earlier, onRead, readUrl }: FoundProps) {
  const [isShown, setIsShown] = useState(false);
  const { answer, input } = asked;
  const before = earlier.flatMap((one) => one.answer.passages);
  const drawer = <McpDrawer exchange={answer.mcp} />;
  const isNothing = answer.passages.length === 0;
  return (
    <>
      {isNothing && answer.passagesAlreadySent === 0 && (
        <EmptyState
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <ButtonLink variant="primary" to="/resources">
                Index a site or a repository
              </ButtonLink>
              <ButtonLink to="/catalog">Look in the catalog</ButtonLink>
              {SITE_LINKS.addDocsUrl && (
                <ButtonLink to={SITE_LINKS.addDocsUrl} target="_blank" rel="noopener noreferrer">
                  Add missing docs
                </ButtonLink>
              )}
            </span>
          }
          example="No credit was used. Other words, or the exact name of the library, may find more."
        >
          {COPY.noResults(input.query)}
        </EmptyState>
      )}
      {!isNothing && answer.confidence === "nearest" && (
        <Banner>
          {COPY.nearest} {COPY.nearestHelp}
        </Banner>
      )}
      {answer.passagesAlreadySent > 0 && (
        <Banner
          actions={
            before.length > 0 && (
              <Button size="sm" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
                {isShown ? "Hide earlier results" : "Show earlier results"}
              </Button>
            )
          }
        >
          {answer.passagesAlreadySent === 1
            ? "1 passage was found before and is not repeated."
            : `${answer.passagesAlreadySent} passages were found before and are not repeated.`}
        </Banner>
      )}
      {isNothing ? (
        <div>{drawer}</div>
      ) : (
        <Results answer={answer} onRead={onRead} readUrl={readUrl} actions={drawer} />
      )}
      {isShown && (
        <section aria-label="Earlier results" className="grid grid-cols-1 gap-4">
          {before.map((passage) => (
            <PassageCard
              key={`${passage.url} ${passage.text}`}
              passage={passage}
              onRead={onRead}
              isRead={readUrl === passage.url}
            />
          ))}
        </section>
      )}
    </>
  );
}

function isOutOfCredits(error: unknown): boolean {
  return error instanceof ApiError && error.code === "resource-exhausted";
}
