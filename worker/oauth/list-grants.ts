import type { OAuthScope } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import { listGrantRows } from "./repo.ts";
import { signedInUser } from "./signed-in-user.ts";

export type ListedGrant = {
  id: string;
  clientName: string;
  /** The host whose document describes the client; null when the client registered itself. */
  clientHost: string | null;
  redirectHost: string;
  /** The MCP endpoint that the client may use. */
  resource: string;
  scopes: OAuthScope[];
  createdAt: Date;
  lastUsed: Date | null;
  /** Time when the access ends by itself unless it is used. */
  expiresAt: Date;
};

/** The MCP clients that the user has let in, newest first. */
export async function listGrants(ctx: Pick<Ctx, "actor" | "db" | "now">): Promise<ListedGrant[]> {
  const rows = await listGrantRows(ctx.db, signedInUser(ctx).userId, ctx.now());
  return rows.map((row) => ({
    id: row.id,
    clientName: row.clientName,
    clientHost: row.clientHost,
    redirectHost: new URL(row.redirectUri).hostname,
    resource: row.resource,
    scopes: row.scopes,
    createdAt: row.createdAt,
    lastUsed: row.lastUsedAt,
    expiresAt: row.expiresAt,
  }));
}
