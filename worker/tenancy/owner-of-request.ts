import type { Actor, Ctx, Owner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { userOwner } from "#worker/owner.ts";
import { keyMay, PERMISSIONS, roleMay } from "./permissions.ts";
import type { Permission } from "./permissions.ts";
import { findRole } from "./repo.ts";

/** The caller, with the door's facts about the credential. */
export type Comer =
  | { actor: Extract<Actor, { kind: "session" }>; teamId: string | null }
  | { actor: Extract<Actor, { kind: "api-key" }>; keyOwner: Owner }
  | { actor: Extract<Actor, { kind: "oauth" }> };

/**
 * The owner for whom a request acts, where its caller may do what it asks for. A person acts for the team that the request names, or else
 * for themselves; a key for its owner; an MCP client for its user. permission-denied for a team that the person is no member of, a role or
 * a key that is not enough. Memberships are read at every request, so a removed member is refused at the next one.
 */
export async function ownerOfRequest(
  ctx: Pick<Ctx, "db">,
  comer: Comer,
  permission: Permission,
): Promise<Owner> {
  if ("keyOwner" in comer) {
    if (keyMay(permission, comer.actor.keyScope)) return comer.keyOwner;
    throw new AppError(
      "permission-denied",
      "This API key can only search and read. Use a key that can also index documentation.",
      { data: { reason: "key-scope" } },
    );
  }
  const { userId } = comer.actor;
  const teamId = "teamId" in comer ? comer.teamId : null;
  if (teamId === null || PERMISSIONS[permission].roles === "personal") return userOwner(userId);
  const role = await findRole(ctx.db, teamId, userId);
  if (role === null)
    throw new AppError("permission-denied", "You aren't a member of this team.", {
      data: { reason: "not-a-member" },
    });
  if (!roleMay(permission, role))
    throw new AppError(
      "permission-denied",
      `Your role in this team (${role}) doesn't allow this. Ask an owner or an admin.`,
      { data: { reason: "role", role } },
    );
  return { kind: "team", id: teamId };
}
