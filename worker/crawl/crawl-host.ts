import { DurableObject } from "cloudflare:workers";

export class CrawlHost extends DurableObject<Env> {}
