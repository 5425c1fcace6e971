/** Exit codes of the command, for scripts. The list is part of the documentation (web/content/docs/cli.md). */
export const EXIT = {
  done: 0,
  /** The command worked and its answer is no: nothing found, a check failed, a run failed. */
  no: 1,
  usage: 2,
  credentials: 3,
  unreachable: 4,
  /** Out of credits, or too many requests. */
  refused: 5,
  server: 6,
  interrupted: 130,
} as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** The exit of a server's error code. The server's codes are in worker/errors.ts. */
export function exitOf(code: string): Exit {
  switch (code) {
    case "invalid-argument":
      return EXIT.usage;
    case "unauthenticated":
    case "permission-denied":
      return EXIT.credentials;
    case "not-found":
    case "aborted":
      return EXIT.no;
    case "resource-exhausted":
      return EXIT.refused;
    case "cancelled":
      return EXIT.interrupted;
    default:
      return EXIT.server;
  }
}
