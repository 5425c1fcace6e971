/**
 * An event that a dashboard counts and sums (docs/running.md has the order of the columns). Names of ours and numbers alone: never a key,
 * a question, an address, or text of a page.
 */
export type CountedEvent =
  | { kind: "request"; method: string; route: string; status: number; code: string | undefined; ms: number }
  /** Messages that a consumer was given together. `lagMs` is the wait of the oldest message. */
  | { kind: "messages"; queue: string; messages: number; lagMs: number }
  | { kind: "run-ended"; status: string; pages: number }
  | { kind: "free-answer" }
  /** Rows that went to the history together. `lagMs` is the wait of the oldest row. */
  | { kind: "history"; rows: number; lagMs: number };

/** Writes an event into the deployment's dataset, without waiting; a laptop keeps none. */
export function countEvent(dataset: AnalyticsEngineDataset, event: CountedEvent): void {
  const { labels, numbers } = columnsOf(event);
  dataset.writeDataPoint({ indexes: [event.kind], blobs: labels, doubles: numbers });
}

function columnsOf(event: CountedEvent): { labels: string[]; numbers: number[] } {
  switch (event.kind) {
    case "request":
      return {
        labels: [event.method, event.route, String(event.status), event.code ?? ""],
        numbers: [event.ms],
      };
    case "messages":
      return { labels: [event.queue], numbers: [event.lagMs, event.messages] };
    case "run-ended":
      return { labels: [event.status], numbers: [event.pages] };
    case "free-answer":
      return { labels: [], numbers: [] };
    case "history":
      return { labels: [], numbers: [event.lagMs, event.rows] };
    default:
      return event satisfies never;
  }
}
