import { TEAM_ROLES } from "#schema/values.ts";
import type { KeyScope, TeamRole } from "#schema/values.ts";

/**
 * The proof of identity that a caller must give.
 *
 * - `session`: a person who is signed in
 * - `verified`: a person who is signed in and has a verified address
 * - `fresh`: a person who signed in in the last ten minutes, for acts that a stolen cookie must not reach
 * - `session-or-key`: a person or an API key
 * - `verified-or-key`: an API key or a person with a verified address, who alone can make one; for acts that cost us more than an answer
 */
export type Credential = "session" | "verified" | "fresh" | "session-or-key" | "verified-or-key";

type Rule = {
  credential: Credential;
  /** Least scope of an API key, where keys are allowed at all. */
  keyScope?: KeyScope;
  /** Roles that are allowed for a team; `personal` is about a person's own account, whatever team is selected. */
  roles: readonly TeamRole[] | "personal";
};

const EVERY_ROLE = TEAM_ROLES;
const MANAGERS = ["owner", "admin"] as const;

/** Everything that somebody may be allowed to do, with the allowed callers. The door enforces this table; other acts are refused. */
const RULES = {
  "account.read": { credential: "session", roles: "personal" },
  "account.change": { credential: "session", roles: "personal" },
  "account.secure": { credential: "fresh", roles: "personal" },
  "catalog.suggest": { credential: "session", roles: "personal" },
  "github.connect": { credential: "session", roles: "personal" },
  "keys.read": { credential: "session", roles: EVERY_ROLE },
  "keys.create": { credential: "verified", roles: EVERY_ROLE },
  "keys.reveal": { credential: "fresh", roles: MANAGERS },
  "keys.roll": { credential: "verified", roles: MANAGERS },
  "keys.limit": { credential: "verified", roles: MANAGERS },
  "keys.revoke": { credential: "session", roles: MANAGERS },
  "activity.read": { credential: "session", roles: EVERY_ROLE },
  "audit.read": { credential: "session", roles: MANAGERS },
  "billing.read": { credential: "session", roles: "personal" },
  "billing.change": { credential: "session", roles: "personal" },
  "live.listen": { credential: "session", roles: EVERY_ROLE },
  "teams.read": { credential: "session", roles: "personal" },
  "teams.join": { credential: "verified", roles: "personal" },
  "team.read": { credential: "session", roles: EVERY_ROLE },
  "team.leave": { credential: "verified", roles: EVERY_ROLE },
  "team.manage": { credential: "verified", roles: MANAGERS },
  "team.pay": { credential: "verified", roles: MANAGERS },
  "team.delete": { credential: "verified", roles: ["owner"] },
  search: { credential: "session-or-key", keyScope: "search", roles: EVERY_ROLE },
  chat: { credential: "session", roles: EVERY_ROLE },
  "chat.configure": { credential: "verified", roles: MANAGERS },
  "sources.read": { credential: "session-or-key", keyScope: "search", roles: EVERY_ROLE },
  "sources.add": { credential: "verified-or-key", keyScope: "index", roles: EVERY_ROLE },
  "sources.stop": { credential: "session-or-key", keyScope: "index", roles: EVERY_ROLE },
  "sources.remove": { credential: "session-or-key", keyScope: "index", roles: MANAGERS },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof RULES;
export const PERMISSIONS: Readonly<Record<Permission, Rule>> = RULES;

/** Whether a key of a scope may do something. */
export function keyMay(permission: Permission, keyScope: KeyScope): boolean {
  const { keyScope: least } = PERMISSIONS[permission];
  return least !== undefined && (least === "search" || keyScope === "index");
}

/** Whether a member of a team may do something for the team. */
export function roleMay(permission: Permission, role: TeamRole): boolean {
  const { roles } = PERMISSIONS[permission];
  return roles !== "personal" && roles.includes(role);
}
