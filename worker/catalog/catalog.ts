import { DurableObject } from "cloudflare:workers";

export class Catalog extends DurableObject<Env> {}
