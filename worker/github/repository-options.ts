import * as z from "zod";

const pattern = z.string().trim().min(1).max(200);

/** Choice of a branch's documents; kept with the source, so that a push uses the same. */
export const repositoryOptions = z.object({
  /** Glob patterns on paths, such as `docs/**`. With any, a file must match one. */
  include: z.array(pattern).max(50).optional(),
  exclude: z.array(pattern).max(50).optional(),
  /** True to include changelogs, which answer few questions and have many words. */
  withChangelogs: z.boolean().optional(),
});
export type RepositoryOptions = z.infer<typeof repositoryOptions>;
