export type Log = {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, error: unknown, fields?: Record<string, unknown>): void;
};

/** One JSON line an event, with the fields that every line of a request shares. Callers never pass keys, queries or page text. */
export function createLog(shared: Record<string, unknown> = {}): Log {
  const line = (level: string, event: string, fields?: Record<string, unknown>) =>
    JSON.stringify({ level, event, ...shared, ...fields });
  return {
    info: (event, fields) => console.log(line("info", event, fields)),
    warn: (event, fields) => console.warn(line("warn", event, fields)),
    error: (event, error, fields) =>
      console.error(
        line("error", event, {
          ...fields,
          error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
          stack: error instanceof Error ? error.stack : undefined,
        }),
      ),
  };
}
