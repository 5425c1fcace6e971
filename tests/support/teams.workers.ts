import { env } from "cloudflare:test";
import { teamMemberships, teams } from "#schema/index.ts";
import type { TeamRole } from "#schema/values.ts";
import { connectDb } from "#worker/platform/db.ts";
import { newId } from "#worker/platform/ids.ts";

/** A team with members who have accepted, by user and role. Returns its id. */
export async function makeTeam(members: Record<string, TeamRole>): Promise<string> {
  const db = connectDb(env.DB);
  const teamId = newId("team");
  const now = new Date();
  await db.insert(teams).values({ id: teamId, name: `Team ${teamId}`, createdAt: now });
  for (const [userId, role] of Object.entries(members))
    await db.insert(teamMemberships).values({
      id: newId("mem"),
      teamId,
      userId,
      email: `${userId}@example.test`,
      role,
      state: "accepted",
      joinedAt: now,
      acceptedAt: now,
    });
  return teamId;
}
