import { Ago } from "#web/components/ui/ago.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CopyButton } from "#web/components/ui/copy-button.tsx";
import { Paged } from "#web/components/ui/paged.tsx";
import type { DocumentationGap } from "./queries.ts";

/** Number of gaps on one page of the list. */
const SHOWN_GAPS = 20;

/** Groups of questions, each with the nearest section and the text of an issue to copy. */
export function GapList({ gaps }: { gaps: readonly DocumentationGap[] }) {
  return (
    <Paged items={gaps} size={SHOWN_GAPS} noun="questions">
      {(shown) => (
        <ul className="grid grid-cols-1 gap-4">
          {shown.map((gap) => (
            <li key={gap.issue.title}>
              <Gap {...gap} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}

function Gap({ question, terms, times, absent, nearest, lastAskedAt, issue }: DocumentationGap) {
  const about = question ?? terms.join(" ");
  return (
    <Card aria-label={about}>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-lg wrap-anywhere">{about}</h2>
        <CopyButton label={`Copy an issue about ${about}`} text={`# ${issue.title}\n\n${issue.body}`}>
          Copy issue
        </CopyButton>
      </div>
      <p className="text-sm text-muted">
        {timesOf(times)}, last <Ago iso={lastAskedAt} />
        {absent > 0 && `; nothing came close ${timesOf(absent).toLowerCase()}`}
      </p>
      {nearest && (
        <p className="mt-2 text-md wrap-anywhere">
          Closest page: <Nearest {...nearest} />
        </p>
      )}
    </Card>
  );
}

/** Pages of PDF files have addresses that no browser opens. */
function Nearest({ url, title }: { url: string; title: string }) {
  if (!/^https?:\/\//.test(url)) return <>{title}</>;
  return (
    <a className="link" href={url} target="_blank" rel="noopener noreferrer nofollow">
      {title}
    </a>
  );
}

function timesOf(times: number): string {
  return times === 1 ? "Once" : `${times.toLocaleString("en-US")} times`;
}
