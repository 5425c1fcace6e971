import type { KeyScope, OAuthScope } from "#schema/values.ts";
import type { FirstReads } from "./catalog/searchable-sources.ts";
import type { Db } from "./platform/db.ts";
import type { Log } from "./platform/log.ts";
import type { Services } from "./services.ts";

/** The tenant that pays and whose private documents are visible. */
export type Owner = { kind: "user" | "team"; id: string };

export type UserOwner = Owner & { kind: "user" };
export type PublicOwner = { kind: "public"; id: "public" };

/** Owner of a source: a tenant, or everybody. */
export type SourceOwner = Owner | PublicOwner;

export const PUBLIC_OWNER: PublicOwner = { kind: "public", id: "public" };

/**
 * The scope's owner limits everything that a verb reads or writes (beside public data). The system may act for everybody, or for nobody in
 * particular: the owner is null then, and none is made up.
 */
export type Scope<O extends SourceOwner | null = Owner> = { owner: O };

/** The acting party. The system acts from queues, cron and start-up, never on behalf of a request. */
export type Actor =
  | { kind: "session"; userId: string; sessionId: string; isEmailVerified: boolean; signedInAt: Date }
  | {
      kind: "api-key";
      /** User who made the key; null for a team's key whose maker is gone. */
      userId: string | null;
      apiKeyId: string;
      apiKeyName: string;
      keyScope: KeyScope;
      /** Credits that the key may use in a month; null for as many as there are. */
      monthlyCreditLimit: number | null;
      lastClient: string | null;
    }
  | {
      kind: "oauth";
      userId: string;
      /** Our own id of the grant, not the library's: the user withdraws access by it. */
      grantId: string;
      clientId: string;
      clientName: string;
      scopes: OAuthScope[];
    }
  | { kind: "system" };

/** Origin of a request; all null for the system. Never trusted for more than limits and the audit log. */
export type Caller = {
  ipAddress: string | null;
  country: string | null;
  userAgent: string | null;
  /** The origin that was called, for links back to it where the configuration names none. */
  origin: string | null;
};

export const NO_CALLER: Caller = { ipAddress: null, country: null, userAgent: null, origin: null };

/** Everything that a verb can touch. Each door builds one; a verb asks for the parts that it uses. */
export type Ctx<O extends SourceOwner | null = Owner> = {
  actor: Actor;
  caller: Caller;
  scope: Scope<O>;
  db: Db;
  /** First rows of the scope's owner, when the door has read them in the round trip that identified the caller. */
  firstReads?: FirstReads;
  services: Services;
  log: Log;
  now: () => Date;
  newId: (prefix: string) => string;
  /** Signal that is aborted when the caller has gone; not given where nobody waits for the answer. */
  signal?: AbortSignal;
  /** Lets work go on after the answer was sent. */
  waitUntil: (work: Promise<unknown>) => void;
};

/** The acting user, by a session, a key or an MCP client; null for the system, and for a key whose maker is gone. */
export function actingUserId(actor: Actor): string | null {
  return actor.kind === "system" ? null : actor.userId;
}

/** Whether the owner's private documents are visible: not to an MCP client that its user let search public documents alone. */
export function seesPrivate({ actor }: Pick<Ctx, "actor">): boolean {
  return actor.kind !== "oauth" || actor.scopes.includes("private");
}

/** Key that tells callers of one owner apart where the same call counts once: API keys, MCP clients, and the members of a team. */
export function callerKey(actor: Actor): string {
  if (actor.kind === "api-key") return actor.apiKeyId;
  if (actor.kind === "system") return "system";
  return actor.kind === "oauth" ? `oauth ${actor.clientId}` : `session ${actor.userId}`;
}
