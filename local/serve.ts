/**
 * The process behind `startServer`: builds the worker and serves it with `vite preview`, in workerd, until its parent says "close" or is
 * gone. A process of its own, so that a crash, a build or a busy event loop stays here.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { createBuilder, createLogger, preview } from "vite";
import type { Logger, PreviewServer } from "vite";
import { ROOT } from "./root.ts";
import type { ServeMessage, ServeOrder } from "./server.ts";

/** Lines that miniflare prints for every request, with its path, and for every batch of a queue. The worker's own lines say more. */
const TRAFFIC_LINE = /^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) \S+ \d{3} |QUEUE )/;

const order: ServeOrder = JSON.parse(process.argv[2] ?? "");
let server: PreviewServer | undefined;

process.on("message", (message) => {
  if (message === "close") void close();
});
// The parent is gone, whatever the reason: nobody is left to stop this server.
process.on("disconnect", () => void close());

try {
  if (!order.isBuilt) await buildWorker();
  server = await serve();
  tell({ kind: "ready" });
} catch (error) {
  console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  tell({ kind: "failed", message: stripVTControlCharacters(message) });
  process.exit(1);
}

async function buildWorker(): Promise<void> {
  const outDir = join(order.stateDir, "build");
  // The secrets of this copy are among the vars in it.
  mkdirSync(outDir, { recursive: true, mode: 0o700 });
  const builder = await createBuilder({
    root: ROOT,
    configFile: join(ROOT, "vite.config.ts"),
    customLogger: scrubbed("warn"),
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
  });
  await builder.buildApp();
  // The build leaves a pointer to itself for `wrangler deploy`; this one has local vars in it and is not for deploying.
  rmSync(join(ROOT, ".wrangler/deploy/config.json"), { force: true });
}

async function serve(): Promise<PreviewServer> {
  const pointer = join(order.stateDir, ".wrangler/deploy");
  mkdirSync(pointer, { recursive: true });
  writeFileSync(
    join(pointer, "config.json"),
    JSON.stringify({
      configPath: join(order.stateDir, "build/docenda/wrangler.json"),
      auxiliaryWorkers: [],
    }),
  );
  return preview({
    root: order.stateDir,
    configFile: join(ROOT, "vite.config.ts"),
    customLogger: scrubbed("info"),
    // Keeps miniflare from writing its own line for every request, which takes a request from workerd to this process; the
    // worker's lines come all the same.
    logLevel: "warn",
    // The worker itself decides which origins may call it.
    preview: { host: "127.0.0.1", port: order.port, strictPort: true, cors: false },
  });
}

/** Console lines of the worker and of the tools, without the lines of single requests and without any API key. */
function scrubbed(level: "info" | "warn"): Logger {
  const logger = createLogger(level, { allowClearScreen: false });
  for (const method of ["info", "warn", "warnOnce", "error"] as const) {
    const print = logger[method].bind(logger);
    logger[method] = (message: string) => {
      if (!TRAFFIC_LINE.test(message)) print(message.replaceAll(/(apikey=)[^&\s"']+/gi, "$1[key]"));
    };
  }
  return logger;
}

async function close(): Promise<void> {
  await server?.close().catch((error: unknown) => console.error(error));
  process.exit(0);
}

function tell(message: ServeMessage): void {
  if (process.connected) process.send?.(message);
}
