export type Log = {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, error: unknown, fields?: Record<string, unknown>): void;
};

/** Log of one JSON line an event, with the fields that every line of a request shares. Callers never pass keys, queries or page text. */
export function createLog(shared: Record<string, unknown> = {}): Log {
  const line = (level: string, event: string, fields?: Record<string, unknown>) =>
    JSON.stringify({ level, event, ...shared, ...fields }).replace(API_KEY, "doc_…");
  return {
    info: (event, fields) => console.log(line("info", event, fields)),
    warn: (event, fields) => console.warn(line("warn", event, fields)),
    error: (event, error, fields) =>
      console.error(
        line("error", event, {
          ...fields,
          error: describe(error),
          stack: error instanceof Error ? error.stack : undefined,
        }),
      ),
  };
}

/** Pattern of an API key, the second line of defence: no caller passes a key, and no line holds one. */
const API_KEY = /doc_[0-9A-Za-z]{20,}/g;

/** An error in words with its cause, where drizzle keeps the reason of a failed query. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : ` (caused by ${describe(error.cause)})`;
  return `${error.name}: ${error.message}${cause}`;
}
