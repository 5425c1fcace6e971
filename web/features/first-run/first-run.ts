/** The three things that a new account does before its agent searches. */
export const STEPS = ["verify", "key", "connect"] as const;
export type Step = (typeof STEPS)[number];

export type Progress = { isEmailVerified: boolean; hasActiveKey: boolean; hasSearched: boolean };

/** The steps that are done, and the first that is not; null when all are. */
export function firstRun(progress: Progress): { done: ReadonlySet<Step>; next: Step | null } {
  const done = new Set<Step>();
  if (progress.isEmailVerified) done.add("verify");
  if (progress.hasActiveKey) done.add("key");
  if (progress.hasSearched) done.add("connect");
  return { done, next: STEPS.find((step) => !done.has(step)) ?? null };
}
