import { formatAgo, formatDate } from "#web/lib/dates.ts";
import type { ApiKey } from "./queries.ts";

/** When a key was used last, and by which client. */
export function LastUsed({ apiKey: { lastUsed, lastClient } }: { apiKey: ApiKey }) {
  if (lastUsed === null) return "Never";
  return (
    <time dateTime={lastUsed} title={formatDate(lastUsed)}>
      {formatAgo(lastUsed)}
      {lastClient !== null && ` by ${lastClient}`}
    </time>
  );
}
