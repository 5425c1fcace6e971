import type { Exit } from "./exit-codes.ts";

/** A failure in words for a person: what happened, then what to do. Never holds a key or a token. */
export class CliError extends Error {
  readonly exit: Exit;
  /** The error code, for `--json`: one of the server's, or one of our own. */
  readonly code: string;

  constructor(exit: Exit, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CliError";
    this.exit = exit;
    this.code = code;
  }
}
