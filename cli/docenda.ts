import { EXIT } from "./exit-codes.ts";
import { runCommand } from "./run-command.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    // A second interrupt ends the process at once, whatever still runs.
    if (interrupted.signal.aborted) process.exit(EXIT.interrupted);
    interrupted.abort();
  });
// A reader that has seen enough, such as head, is no failure.
process.stdout.on("error", () => process.exit(EXIT.done));

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  signal: interrupted.signal,
});
// Connections that are kept open would hold the process for seconds. All output is out: pipes are written at once on POSIX, and an empty
// write is called back after all others elsewhere.
process.stdout.write("", () => process.exit());
