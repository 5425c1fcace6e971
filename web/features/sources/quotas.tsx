import { grouped } from "#web/lib/grouped.ts";
import type { Quotas } from "./queries.ts";

const KIB = 1024;
const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** The use of each quota of the plan, with a bar. */
export function QuotaList({ quotas: { plan, ...quotas } }: { quotas: Quotas }) {
  const rows = [
    { name: "Pages", ...quotas.pages, words: grouped },
    { name: "PDF pages", ...quotas.pdfPages, words: grouped },
    { name: "Storage", ...quotas.fileBytes, words: sizeWords },
    { name: "Sources", ...quotas.sources, words: grouped },
  ];
  return (
    <section aria-label={`Used of the ${plan} plan`}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {rows.map(({ name, used, limit, words }) => (
          <div key={name} className="grid content-start gap-1">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="grid gap-1 text-sm tabular-nums">
              {words(used)} of {words(limit)}
              <span aria-hidden="true" className="block h-1 overflow-hidden rounded-xs bg-hover">
                <span
                  className={`block h-full ${used >= limit ? "bg-danger" : "bg-accent"}`}
                  style={{ width: `${Math.min(100, (100 * used) / limit)}%` }}
                />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A size in the largest unit that leaves a whole part: "1.5 MB". */
export function sizeWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  for (; value >= KIB && unit < UNITS.length - 1; unit += 1) value /= KIB;
  return `${value.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${UNITS[unit]}`;
}
