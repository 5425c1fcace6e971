/** The three things that a new account does before its agent searches. */
export const STEPS = ["verify", "key", "connect"] as const;
export type Step = (typeof STEPS)[number];

export type Progress = { isEmailVerified: boolean; hasActiveKey: boolean; hasSearched: boolean };

/**
 * Progress of one person in the scope at hand. In a team only keys that the person created count: whoever joins later begins at the
 * first step, however much the others have searched. A key keeps when it was last used, also after its calls left the list of activity.
 */
export function progressOf(
  user: { uid: string; emailVerified: boolean },
  keys: readonly { userId: string | null; isActive: boolean; lastUsed: string | null }[],
  hasCalled: boolean,
): Progress {
  const own = keys.filter(({ userId }) => userId === user.uid);
  return {
    isEmailVerified: user.emailVerified,
    hasActiveKey: own.some(({ isActive }) => isActive),
    hasSearched: hasCalled || own.some(({ lastUsed }) => lastUsed !== null),
  };
}

/** The steps that are done, and the first that is not; null when all are. */
export function firstRun(progress: Progress): { done: ReadonlySet<Step>; next: Step | null } {
  const done = new Set<Step>();
  if (progress.isEmailVerified) done.add("verify");
  if (progress.hasActiveKey) done.add("key");
  if (progress.hasSearched) done.add("connect");
  return { done, next: STEPS.find((step) => !done.has(step)) ?? null };
}
