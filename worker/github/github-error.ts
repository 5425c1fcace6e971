/**
 * Why GitHub gave no answer: the token is good no more; it does not show the thing (which may be there for others); it asks to
 * wait; it is in trouble; or the answer is larger than anything we read.
 */
export type GithubErrorKind = "unauthorized" | "not-found" | "rate-limited" | "unavailable" | "too-large";

/** GitHub refused or failed. The words are ours, for a log; nothing of GitHub's answer is in them. */
export class GithubError extends Error {
  readonly kind: GithubErrorKind;
  /** For `rate-limited`: when it is worth asking again. */
  readonly retryAfterMs: number;

  constructor(
    kind: GithubErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "GithubError";
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }
}
