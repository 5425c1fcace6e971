import * as z from "zod";

const pattern = z.string().trim().min(1).max(200);

/** Which documents of a branch are wanted; kept with the source, so that a push does the same. */
export const repositoryOptions = z.object({
  /** Glob patterns on paths, such as `docs/**`. With any, a file must match one. */
  include: z.array(pattern).max(50).optional(),
  exclude: z.array(pattern).max(50).optional(),
  /** Changelogs too, which answer few questions and have many words. */
  withChangelogs: z.boolean().optional(),
});
export type RepositoryOptions = z.infer<typeof repositoryOptions>;
