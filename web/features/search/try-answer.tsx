import { useQuery } from "@tanstack/react-query";
import type { PublicPassage, PublicSearchAnswer } from "#schema/api/public-search.ts";
import { answerOf, api } from "#web/api/client.ts";
import { ApiError, errorWords } from "#web/api/errors.ts";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { TrimBar } from "#web/components/ui/trim-bar.tsx";
import { TRY_COPY } from "./copy.ts";
import { DocumentText } from "./document-text.tsx";
import { PageTitle } from "./page-title.tsx";

type TryAnswerProps = { query: string; source?: string };

/**
 * The answer that an agent would have got for a question: the receipt first, then the best passage whole, and the names of the
 * others.
 */
export function TryAnswer(props: TryAnswerProps) {
  return (
    <QueryProvider>
      <Asked {...props} />
    </QueryProvider>
  );
}

function Asked({ query, source }: TryAnswerProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["public-search", query, source ?? null],
    queryFn: () => answerOf<PublicSearchAnswer>(api.api["public-search"].$post({ json: { query, source } })),
    // The answer stays fresh: the same question has the same answer, and each request counts against a network's limit.
    staleTime: Infinity,
    retry: false,
  });
  if (error instanceof ApiError && error.code === "resource-exhausted")
    return (
      <Banner
        kind="warning"
        role="alert"
        actions={
          <ButtonLink to="/signup" size="sm">
            Sign up
          </ButtonLink>
        }
      >
        {error.message}
      </Banner>
    );
  if (error)
    return (
      <Problem
        {...errorWords(error, TRY_COPY.failed)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  return (
    <Loading
      isLoading={data === undefined}
      label={TRY_COPY.searching}
      skeleton={<Skeleton className="h-64" />}
    >
      {() => data && <Answer answer={data} />}
    </Loading>
  );
}

function Answer({ answer: { confidence, passages, receipt } }: { answer: PublicSearchAnswer }) {
  const [best, ...others] = passages;
  if (!best)
    return (
      <p role="status" className="text-md">
        {TRY_COPY.absent} <span className="text-muted">{TRY_COPY.absentHelp}</span>
      </p>
    );
  return (
    <section aria-label="Answer" className="grid grid-cols-1 gap-4">
      {confidence === "nearest" && <Banner role="status">{TRY_COPY.nearest}</Banner>}
      <TrimBar tokensRead={receipt.tokensSent} tokensTotal={receipt.tokensOfFullPages} />
      <Passage passage={best} />
      {others.length > 0 && (
        <div className="grid gap-1 text-sm">
          <p className="font-medium">{TRY_COPY.more}</p>
          <ul className="grid gap-1 text-muted">
            {others.map((passage) => (
              <li key={`${passage.url} ${passage.text}`} className="wrap-anywhere">
                <PageTitle title={titleOf(passage)} url={passage.url} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/signup" size="sm" variant="primary">
          Give this to your agent
        </ButtonLink>
        <ButtonLink to="/mcp" size="sm">
          See how to connect
        </ButtonLink>
      </div>
    </section>
  );
}

function Passage({ passage }: { passage: PublicPassage }) {
  return (
    <article className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 font-medium wrap-anywhere">
          <PageTitle title={titleOf(passage)} url={passage.url} />
        </p>
        <Chip>
          {passage.source}
          {passage.version !== null && ` ${passage.version}`}
        </Chip>
      </div>
      <div
        tabIndex={0}
        role="region"
        aria-label="Best passage"
        className="max-h-80 overflow-y-auto border-l-4 border-mark pl-3"
      >
        <DocumentText text={passage.text} />
      </div>
    </article>
  );
}

/** The page's title with the deepest heading, where that says more. */
function titleOf({ title, headingPath }: PublicPassage): string {
  const heading = headingPath.at(-1);
  return heading === undefined || heading === title ? title : `${title} › ${heading}`;
}
