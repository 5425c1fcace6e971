import { DurableObject } from "cloudflare:workers";
import { readConfig } from "#worker/platform/config.ts";
import { guardedFetchFor } from "#worker/services.ts";
import { keepRules, loadRobots } from "./load-robots.ts";
import type { RobotsAnswer } from "./load-robots.ts";
import { parseRobots } from "./robots.ts";
import type { RobotsRules } from "./robots.ts";

/** Answer of a host about the URLs asked. */
export type Admission = {
  /** Refusal of every URL, when the answer (or silence) about robots.txt forbids all fetching. */
  refusal: Extract<RobotsAnswer, { kind: "nothing" }> | null;
  /** Turns of the URLs, in the order asked. */
  pages: Turn[];
  /** Sitemaps that robots.txt names. */
  sitemaps: string[];
};

/** Time to fetch, in milliseconds since the epoch; or time to ask again; or the rule of robots.txt that forbids the URL. */
export type Turn = { startAt: number } | { notBefore: number } | { disallowedBy: string };

/** Horizon of reserved turns: a caller could not wait longer. */
const HORIZON_MS = 15_000;
/** Default gap without a wish of the host: five pages a second. */
const DEFAULT_GAP_MS = 200;
const MIN_GAP_MS = 20;
const MAX_GAP_MS = 10_000;
const MAX_PENALTY_MS = 120_000;

/** Politeness towards one origin, across all runs and consumers: the rules of robots.txt and the pace of requests. */
export class CrawlHost extends DurableObject<Env> {
  #robots: RobotsAnswer | null;
  #rules: RobotsRules | null = null;
  #loading: Promise<RobotsAnswer> | null = null;
  #nextAt: number;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#robots = state.storage.kv.get<RobotsAnswer>("robots") ?? null;
    this.#nextAt = state.storage.kv.get<number>("nextAt") ?? 0;
  }

  /**
   * Tells which of the URLs of `origin` may be fetched, and when. Turns that are near are reserved. Rules older than `maxAgeMs` are
   * fetched again: the owner who starts a crawl may just have changed the rules.
   */
  async admit(origin: string, urls: string[], maxAgeMs = Number.POSITIVE_INFINITY): Promise<Admission> {
    const config = readConfig(this.env);
    const isLoopback = config.loopbackHosts.includes(new URL(origin).hostname);
    const robots = await this.#currentRobots(origin, isLoopback, maxAgeMs);
    if (robots.kind === "nothing")
      return { refusal: robots, pages: urls.map(() => ({ disallowedBy: "/" })), sitemaps: [] };
    const rules = (this.#rules ??= parseRobots(robots.text));
    const gapMs = gapFor(rules.crawlDelaySeconds, isLoopback);
    const now = Date.now();
    const pages = urls.map((url): Turn => {
      const rule = rules.ruleFor(url);
      if (rule && !rule.allow) return { disallowedBy: rule.path };
      const startAt = Math.max(now, this.#nextAt);
      if (startAt - now > HORIZON_MS) return { notBefore: startAt };
      this.#nextAt = startAt + gapMs;
      return { startAt };
    });
    if (gapMs > 0) this.ctx.storage.kv.put("nextAt", this.#nextAt);
    return { refusal: null, pages, sitemaps: rules.sitemaps };
  }

  /** Forbids requests for so many milliseconds: the host said that it is busy. */
  penalise(delayMs: number): void {
    this.#nextAt = Math.max(this.#nextAt, Date.now() + Math.min(delayMs, MAX_PENALTY_MS));
    this.ctx.storage.kv.put("nextAt", this.#nextAt);
  }

  async #currentRobots(origin: string, isLoopback: boolean, maxAgeMs: number): Promise<RobotsAnswer> {
    const now = Date.now();
    const known = this.#robots;
    if (known && known.goodUntil > now && known.fetchedAt + maxAgeMs > now) return known;
    this.#loading ??= loadRobots(guardedFetchFor(readConfig(this.env)), origin, {
      now,
      isLoopback,
    }).finally(() => {
      this.#loading = null;
    });
    this.#robots = keepRules(known, await this.#loading);
    this.#rules = null;
    this.ctx.storage.kv.put("robots", this.#robots);
    return this.#robots;
  }
}

function gapFor(crawlDelaySeconds: number | null, isLoopback: boolean): number {
  if (crawlDelaySeconds === null) return isLoopback ? 0 : DEFAULT_GAP_MS;
  return Math.min(MAX_GAP_MS, Math.max(isLoopback ? 0 : MIN_GAP_MS, crawlDelaySeconds * 1000));
}
