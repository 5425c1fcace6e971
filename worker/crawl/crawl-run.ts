import { DurableObject } from "cloudflare:workers";

export class CrawlRun extends DurableObject<Env> {}
