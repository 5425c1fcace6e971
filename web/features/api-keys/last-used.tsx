import { clientName } from "#web/lib/client-name.ts";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import type { ApiKey } from "./queries.ts";

/** The time when a key was used last, and the client that used it. */
export function LastUsed({ apiKey: { lastUsed, lastClient } }: { apiKey: ApiKey }) {
  if (lastUsed === null) return "Never";
  return (
    <time dateTime={lastUsed} title={formatDate(lastUsed)}>
      {formatAgo(lastUsed)}
      {lastClient !== null && ` by ${clientName(lastClient)}`}
    </time>
  );
}
