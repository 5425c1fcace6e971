/**
 * Kind of a failure of GitHub: the token is no longer good; the thing is not shown (but may be to others); GitHub asks to wait; GitHub is
 * in trouble; or the answer is larger than anything we read.
 */
export type GithubErrorKind = "unauthorized" | "not-found" | "rate-limited" | "unavailable" | "too-large";

/** Refusal or failure of GitHub. The words are ours, for a log; nothing of GitHub's answer is in them. */
export class GithubError extends Error {
  readonly kind: GithubErrorKind;
  /** Wait before asking again, for `rate-limited`. */
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
