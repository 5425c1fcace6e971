import { STATUS_COMPONENTS, STATUS_DAYS, STATUS_SUMMARY } from "#schema/api/status.ts";
import type { StatusComponentId, StatusState } from "#schema/api/status.ts";
import type { Ctx } from "#worker/context.ts";
import { listDays } from "./repo.ts";
import type { StatusDayRow } from "./repo.ts";

export type StatusDay = {
  /** Day in UTC, such as `2026-11-21`. */
  day: string;
  checks: number;
  failures: number;
  meanMs: number;
  maxMs: number;
};

export type ComponentStatus = {
  id: StatusComponentId;
  name: string;
  state: StatusState;
  /** Time of the last check, ISO; null when there was none. */
  checkedAt: string | null;
  /** Share of the shown checks that went well, null without any. */
  uptime: number | null;
  /** Mean milliseconds of the newest shown day. */
  meanMs: number | null;
  maxMs: number | null;
  /** Days, the oldest first; a day without checks is left out. */
  days: StatusDay[];
};

export type StatusAnswer = {
  state: StatusState;
  summary: string;
  /** Time of the newest check, ISO; null when there was none. */
  checkedAt: string | null;
  components: ComponentStatus[];
};

const DAY_MS = 24 * 60 * 60_000;
/** Age from which a state is stale: three rounds that did not come. */
const STALE_MS = 15 * 60_000;
/** Time for which an isolate keeps the answer, so that a page with many visitors costs one read. */
const KEPT_MS = 30_000;

let kept: { answer: StatusAnswer; readAt: number } | null = null;

/** The state of all components, with the days of the last quarter. Up to half a minute old. */
export async function getStatus({ db, now }: Pick<Ctx, "db" | "now">): Promise<StatusAnswer> {
  const time = now().getTime();
  if (kept && time >= kept.readAt && time < kept.readAt + KEPT_MS) return kept.answer;
  const firstDay = new Date(time - (STATUS_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const answer = describe(await listDays(db, firstDay), time);
  kept = { answer, readAt: time };
  return answer;
}

function describe(rows: StatusDayRow[], now: number): StatusAnswer {
  const components = STATUS_COMPONENTS.map(({ id, name }) => ({
    id,
    name,
    ...describeComponent(
      rows.filter(({ component }) => component === id),
      now,
    ),
  }));
  const states = new Set(components.map(({ state }) => state));
  const state = states.has("trouble") ? "trouble" : states.has("unknown") ? "unknown" : "operational";
  const checkedAt =
    components
      .map((component) => component.checkedAt)
      .filter((at) => at !== null)
      .toSorted()
      .at(-1) ?? null;
  return { state, summary: STATUS_SUMMARY[state], checkedAt, components };
}

function describeComponent(rows: StatusDayRow[], now: number): Omit<ComponentStatus, "id" | "name"> {
  const newest = rows.at(-1);
  const checks = rows.reduce((sum, row) => sum + row.checks, 0);
  const failures = rows.reduce((sum, row) => sum + row.failures, 0);
  const days = rows.map(dayOf);
  return {
    state: stateOf(newest, now),
    checkedAt: newest?.lastCheckAt.toISOString() ?? null,
    uptime: checks === 0 ? null : (checks - failures) / checks,
    meanMs: days.at(-1)?.meanMs ?? null,
    maxMs: days.at(-1)?.maxMs ?? null,
    days,
  };
}

function stateOf(newest: StatusDayRow | undefined, now: number): StatusState {
  if (!newest || now - newest.lastCheckAt.getTime() > STALE_MS) return "unknown";
  return newest.lastFailureAt?.getTime() === newest.lastCheckAt.getTime() ? "trouble" : "operational";
}

function dayOf({ day, checks, failures, totalMs, maxMs }: StatusDayRow): StatusDay {
  return { day, checks, failures, meanMs: Math.round(totalMs / Math.max(1, checks)), maxMs };
}
