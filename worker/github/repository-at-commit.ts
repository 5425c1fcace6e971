/** What one run reads: the files of a repository as they are at a commit, seen with one user's connection. */
export type RepositoryAtCommit = {
  /** GitHub's own id, which outlives renames. */
  repositoryId: string;
  /** `owner/name` when the run began. */
  fullName: string;
  branch: string;
  commitSha: string;
  /** Whose connection is used. */
  connectedByUserId: string;
  withChangelogs: boolean;
};
