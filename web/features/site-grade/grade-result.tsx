import { GRADE_CHECKS } from "#schema/api/site-grades.ts";
import type { GradeCheck, SiteGradeAnswer, UnreadPage } from "#schema/api/site-grades.ts";
import { errorWords } from "#web/api/errors.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Meter } from "#web/components/ui/meter.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { CHECK_WORDS, COPY } from "./copy.ts";
import { useSiteGrade } from "./queries.ts";

type Done = SiteGradeAnswer & { status: "done" };

/** The grade of a site: still being made, failed, or done with its reasons. */
export function GradeResult({ site, origin }: { site: string; origin: string }) {
  const grade = useSiteGrade(site);
  return (
    <div role="status">
      <Loaded
        query={grade}
        label={COPY.loading}
        skeleton={<Skeleton className="h-40" />}
        failed={(error) => errorWords(error, COPY.lookFailed)}
      >
        {(answer) => (answer === null ? <p>{COPY.notGraded}</p> : <Answer answer={answer} origin={origin} />)}
      </Loaded>
    </div>
  );
}

function Answer({ answer, origin }: { answer: SiteGradeAnswer; origin: string }) {
  switch (answer.status) {
    case "reading":
      return <p>{COPY.reading(answer.pagesRead)}</p>;
    case "failed":
      return <Banner kind="warning">{answer.reason}</Banner>;
    case "done":
      return <Report report={answer} origin={origin} />;
    default:
      return answer satisfies never;
  }
}

function Report({ report, origin }: { report: Done; origin: string }) {
  const { site, grade, score, pagesRead, finishedAt, checks, unread } = report;
  return (
    <div className="grid grid-cols-1 gap-8">
      <Card aria-label={`Grade ${grade}`} className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <p className="text-hero font-semibold tracking-tight">{grade}</p>
        <div className="grid min-w-0 gap-1">
          <h2 className="text-lg wrap-anywhere">{site}</h2>
          <p className="text-md text-muted">
            {COPY.score(score)}, {COPY.pagesRead(pagesRead)}, {formatDate(finishedAt)}
          </p>
        </div>
      </Card>
      <section aria-labelledby="checks" className="grid grid-cols-1 gap-4">
        <h2 id="checks">{COPY.checks}</h2>
        <ul className="grid grid-cols-1 gap-5 md:grid-cols-2">
          {checks
            .filter(({ total }) => total > 0)
            .map((check) => (
              <li key={check.id}>
                <Check check={check} />
              </li>
            ))}
        </ul>
      </section>
      {unread.length > 0 && <Unread pages={unread} />}
      <Share site={site} grade={grade} origin={origin} />
    </div>
  );
}

function Check({ check: { id, passed, total, pages } }: { check: GradeCheck }) {
  const { name, unit, why, fix } = CHECK_WORDS[id];
  const isFine = passed === total;
  return (
    <Card aria-label={name} className="grid h-full grid-cols-1 content-start gap-3">
      <h3 className="text-md font-semibold">{name}</h3>
      <Meter
        label={name}
        text={`${passed} of ${total} ${unit}`}
        share={passed / total}
        kind={isFine ? "accent" : "warning"}
      />
      {!isFine && (
        <>
          <p className="text-md text-muted">
            {why} {fix}
          </p>
          <ul className="grid grid-cols-1 gap-1 text-sm wrap-anywhere">
            {pages.map((url) => (
              <li key={url}>{url}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function Unread({ pages }: { pages: UnreadPage[] }) {
  return (
    <section aria-labelledby="unread" className="grid grid-cols-1 gap-4">
      <h2 id="unread">{COPY.unread}</h2>
      <ul className="grid grid-cols-1 gap-4 text-md">
        {pages.map(({ url, reason, fix }) => (
          <li key={url} className="wrap-anywhere">
            <span className="font-semibold">{url}</span>
            <br />
            {reason} {fix}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Share({ site, grade, origin }: { site: string; grade: string; origin: string }) {
  const query = `?site=${encodeURIComponent(site)}`;
  const page = `${origin}/grade${query}`;
  return (
    <section aria-labelledby="share" className="grid grid-cols-1 gap-4">
      <h2 id="share">{COPY.share}</h2>
      <p className="text-md text-muted">{COPY.shareIntro}</p>
      <img
        src={`/grade/badge.svg${query}`}
        alt={`Agent readability: ${grade}`}
        height="20"
        className="h-5 justify-self-start"
      />
      <CodeBlock text={page} label="Link" />
      <CodeBlock
        text={`[![Agent readability](${origin}/grade/badge.svg${query})](${page})`}
        label="Badge in Markdown"
      />
      <p className="text-md">
        <a className="link inline-flex min-h-6 items-center touch" href={`/api/site-grades${query}`}>
          The grade as JSON
        </a>
      </p>
    </section>
  );
}

/** The checks of a grade, with their reasons and weights. */
export function GradeMethod() {
  return (
    <section aria-labelledby="method" className="grid max-w-measure grid-cols-1 gap-4">
      <h2 id="method">{COPY.method}</h2>
      <p className="text-md text-muted">{COPY.methodIntro}</p>
      <table className="w-full text-left text-md">
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-2 font-medium">
              Check
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Weight
            </th>
          </tr>
        </thead>
        <tbody>
          {GRADE_CHECKS.map(({ id, weight }) => (
            <tr key={id} className="border-t border-border align-baseline">
              <th scope="row" className="py-2 pr-4 font-normal">
                {CHECK_WORDS[id].name}
                <span className="block text-sm text-muted">{CHECK_WORDS[id].why}</span>
              </th>
              <td className="py-2 text-right tabular-nums">{weight}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
