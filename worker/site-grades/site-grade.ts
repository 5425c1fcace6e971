import { DurableObject } from "cloudflare:workers";
import { GRADE_LIMITS } from "#schema/api/site-grades.ts";
import type { SiteGradeAnswer } from "#schema/api/site-grades.ts";
import { createLog } from "#worker/platform/log.ts";
import { createServices } from "#worker/services.ts";
import { gradeSite } from "./grade-site.ts";
import { SiteNotRead } from "./open-site.ts";
import { letterOf, scoreOf } from "./score.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Most attempts at a grade: the object may end while it reads, and a site that ends it would end it again. */
const MAX_ATTEMPTS = 2;
const FAILED = "The grade wasn't finished because of an error on our side. Try again tomorrow.";

/**
 * The grade of one documentation site, by its address. The grade is made here, after the request that asked for it has its answer, and
 * forgotten after `GRADE_LIMITS.keptDays` days. The asker's identity is not kept.
 */
export class SiteGrade extends DurableObject<Env> {
  readonly #log = createLog({ object: "SiteGrade" });

  /** The grade of the site as it is now; null when nobody has asked for it. */
  look(): SiteGradeAnswer | null {
    return this.ctx.storage.kv.get<SiteGradeAnswer>("answer") ?? null;
  }

  /** Whether asking again would change nothing: a grade is being made, or was made within `GRADE_LIMITS.freshHours`. */
  isFresh(): boolean {
    const known = this.look();
    const freshMs = GRADE_LIMITS.freshHours * 60 * 60 * 1000;
    return known !== null && Date.now() - Date.parse(known.startedAt) < freshMs;
  }

  /** Begins to make the grade, unless that would change nothing. */
  async begin(site: string): Promise<SiteGradeAnswer> {
    if (this.isFresh()) return this.look()!;
    const answer: SiteGradeAnswer = {
      site,
      startedAt: new Date().toISOString(),
      status: "reading",
      pagesRead: 0,
    };
    this.#keep(answer);
    this.ctx.storage.kv.put("attempts", 0);
    await this.ctx.storage.setAlarm(Date.now());
    return answer;
  }

  override async alarm(): Promise<void> {
    const answer = this.look();
    if (answer?.status !== "reading") {
      await this.ctx.storage.deleteAll();
      return;
    }
    const attempts = (this.ctx.storage.kv.get<number>("attempts") ?? 0) + 1;
    this.ctx.storage.kv.put("attempts", attempts);
    this.#keep(attempts > MAX_ATTEMPTS ? failed(answer, FAILED) : await this.#grade(answer));
    await this.ctx.storage.setAlarm(Date.now() + GRADE_LIMITS.keptDays * DAY_MS);
  }

  async #grade(answer: SiteGradeAnswer & { status: "reading" }): Promise<SiteGradeAnswer> {
    const { site, startedAt } = answer;
    const ctx = { services: createServices(this.env), log: this.#log, now: () => new Date() };
    try {
      const verdict = await gradeSite(ctx, site, (pagesRead) => this.#keep({ ...answer, pagesRead }));
      const score = scoreOf(verdict.checks);
      const finishedAt = new Date().toISOString();
      return { site, startedAt, status: "done", grade: letterOf(score), score, finishedAt, ...verdict };
    } catch (error) {
      if (error instanceof SiteNotRead) return failed(answer, error.message);
      this.#log.error("site-grade.failed", error);
      return failed(answer, FAILED);
    }
  }

  #keep(answer: SiteGradeAnswer): void {
    this.ctx.storage.kv.put("answer", answer);
  }
}

function failed({ site, startedAt }: SiteGradeAnswer, reason: string): SiteGradeAnswer {
  return { site, startedAt, status: "failed", reason };
}
