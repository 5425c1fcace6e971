import { DEMO_EMAIL } from "../demo-account.ts";

export type StandInUser = { login: string; name: string; email: string; isEmailVerified: boolean };

/**
 * People who can sign in at the stand-ins, with the same address at each. Their order must never change: the ids of GitHub's users follow
 * from it, and an account is known by its id at the next start.
 */
export const STAND_IN_USERS: StandInUser[] = [
  { login: "ada", name: "Ada Example", email: "ada@example.com", isEmailVerified: true },
  { login: "ben", name: "Ben Example", email: "ben@example.com", isEmailVerified: false },
  { login: "demo", name: "Demo", email: DEMO_EMAIL, isEmailVerified: true },
];
