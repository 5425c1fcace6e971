/**
 * `npm start`: the whole product on this machine, with an account, a key and something to search. Everything that it
 * makes is kept in `.local`, and a second start finds it there.
 */
import { writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { findClient, instructionsFor } from "#web/features/install/clients.ts";
import type { Install, Os } from "#web/features/install/install.ts";
import { refuseSecondServer } from "./claim.ts";
import { startClock } from "./clock.ts";
import { demoAccount } from "./demo-account.ts";
import type { DemoAccount } from "./demo-account.ts";
import type { DocsServer } from "./docs-server.ts";
import { indexInstalledDocs, serveInstalledDocs } from "./index-installed-docs.ts";
import { listInstalledDocs } from "./installed-docs.ts";
import { ownDocs } from "./own-docs.ts";
import { ROOT } from "./root.ts";
import { startServer } from "./server.ts";
import type { LocalServer } from "./server.ts";
import { registryVars } from "./stand-ins/registries.ts";
import { findCorpora, seedFolders, seedRepositories } from "./stand-ins/seed-repositories.ts";
import { startStandIns } from "./stand-ins/start-stand-ins.ts";
import type { StandIns } from "./stand-ins/start-stand-ins.ts";

const STATE_DIR = resolve(process.env.DOCENDA_STATE ?? join(ROOT, ".local"));
/** Set by `--strict`: with the limits of Cloudflare's platform, as a deployment has them. */
const IS_STRICT = process.argv.includes("--strict");
const DEFAULT_PORT = 8787;
/** Clients shown in the terminal, with the command where there is one. */
const SHOWN_CLIENTS = ["claude-code", "cursor", "codex"];
const PARENT_WATCH_MS = 1_000;

let server: LocalServer | undefined;
let docsServer: DocsServer | undefined;
let standIns: StandIns | undefined;
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
if (process.env.npm_lifecycle_event) stopWithParent();

try {
  const port = readPort(process.env.PORT);
  refuseSecondServer(STATE_DIR);
  const installed = listInstalledDocs();
  const docs = [ownDocs(STATE_DIR), ...installed];
  docsServer = await serveInstalledDocs(docs, port + 1, STATE_DIR);
  standIns = await startStandIns({
    port: port + 2,
    origin: `http://127.0.0.1:${port}`,
    stateDir: STATE_DIR,
    isModelSet: process.env.DOCENDA_CHAT_MODEL === "stand-in",
  });
  await seedRepositories(standIns.github, installed);
  const folders = process.env.DOCENDA_REPOSITORIES || findCorpora(ROOT);
  if (folders) await seedFolders(standIns.github, resolve(folders));
  server = await startServer({
    port,
    stateDir: STATE_DIR,
    isStrict: IS_STRICT,
    env: { ...standIns.vars, ...registryVars(standIns.registries) },
  });
  keepPaymentSettings(server.url, standIns.vars);
  void server.closed.then(() => {
    if (!isStopping)
      console.error(`The server stopped by itself. Its log is ${shown(server?.logFile ?? "")}`);
    return stop(1);
  });
  const account = await demoAccount(server, STATE_DIR);
  if (docsServer) {
    // The product works without sources, so a failure of theirs stops nothing.
    const sources = { docs, docsServer, server, stateDir: STATE_DIR };
    await indexInstalledDocs(sources).catch((error: unknown) => console.error("Not all is indexed:", error));
  }
  startClock(server.url);
  printWelcome(account);
} catch (error) {
  if (!isStopping) console.error(error instanceof Error ? error.message : error);
  await stop(1);
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([server?.close(), docsServer?.close(), standIns?.close()]);
  process.exit(exitCode);
}

/** Ends this process with npm. A killed npm tells nobody; this process then has another parent. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(0);
  }, PARENT_WATCH_MS).unref();
}

/** Writes a settings file for payment commands that run beside this process, such as `npm run reconcile`. Readable by its owner alone. */
function keepPaymentSettings(origin: string, vars: Record<string, string>): void {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = vars;
  const settings = { PUBLIC_ORIGIN: origin, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL };
  writeFileSync(join(STATE_DIR, "payments.json"), JSON.stringify(settings), { mode: 0o600 });
}

function readPort(text: string | undefined): number {
  const port = Number(text || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_529)
    throw new Error(`PORT is "${text}", which is no port number between 1 and 65529.`);
  return port;
}

function printWelcome({ url, mcpUrl, apiKey, email, password }: DemoAccount): void {
  const install = { mcpUrl, apiKey };
  const setups = SHOWN_CLIENTS.map((id) => setupText(id, install)).join("\n\n");
  console.log(`
Docenda is running.

  Page     ${url}
  MCP      ${mcpUrl}
  Sign in  ${url}/login as ${email} with ${password}
  Mail     ${url}/__mail shows what was sent
  Shop     ${standIns?.stripe.url} plays Stripe: refund, dispute, let a month pass
  Model    ${standIns?.modelUrl} plays a model for the chat: name it "stand-in" there
  API key  ${apiKey}   (kept in ${shown(join(STATE_DIR, "demo.json"))})

Connect your agent by pasting one of these.

${setups}

Then ask it, for example:

  How do I run a method of a Cloudflare agent every day at 8? Search with docenda.

Ctrl-C stops everything. The next npm start finds it all again.
`);
}

function setupText(id: string, install: Install): string {
  const client = findClient(id)!;
  const { command, file } = instructionsFor(client, install, currentOs());
  const link = client.link?.(install) ?? null;
  return [
    `${client.name} (${command ? "in a terminal" : `in ${file?.path}`})`,
    "",
    indented(command ?? file?.text ?? ""),
    ...(link ? ["", "  or open this link:", "", `  ${link}`] : []),
  ].join("\n");
}

function currentOs(): Os {
  return process.platform === "win32" ? "windows" : process.platform === "darwin" ? "mac" : "linux";
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

function shown(path: string): string {
  return relative(process.cwd(), path);
}
