/** Input of one run: the files of a repository at a commit, seen with one user's connection. */
export type RepositoryAtCommit = {
  /** GitHub's own id, which outlives renames. */
  repositoryId: string;
  /** Name as `owner/name` when the run began. */
  fullName: string;
  branch: string;
  commitSha: string;
  /** User whose connection is used. */
  connectedByUserId: string;
  withChangelogs: boolean;
};
