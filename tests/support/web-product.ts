import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import type { Browser } from "playwright";
import { serveTree } from "#local/docs-server.ts";
import { listInstalledDocs } from "#local/installed-docs.ts";
import { getFromLocalDoor, postToLocalDoor } from "#local/local-door.ts";
import { freePort, startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { startStandIns } from "#local/stand-ins/start-stand-ins.ts";
import type { StandIns } from "#local/stand-ins/start-stand-ins.ts";
import { CHROMIUM_ARGS, findChromium } from "./chromium.ts";

export type WebProduct = {
  server: LocalServer;
  standIns: StandIns;
  browser: Browser;
  close(): Promise<void>;
};

/** The whole product with its stand-ins, and a browser to use it with. */
export async function startWebProduct(
  name: string,
  options: { isModelSet?: boolean } = {},
): Promise<WebProduct> {
  const stateDir = mkdtempSync(join(tmpdir(), `docenda-${name}-`));
  const port = await freePort(0);
  const standIns = await startStandIns({ ...options, port: 0, origin: `http://127.0.0.1:${port}` });
  const server = await startServer({ port, stateDir, env: standIns.vars, quiet: true });
  const browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_ARGS });
  return {
    server,
    standIns,
    browser,
    close: async () => {
      await Promise.all([server.close(), standIns.close(), browser.close()]);
      rmSync(stateDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    },
  };
}

/** Indexes the documentation of one installed package for everybody, and waits until it can be searched. */
export async function indexPackageDocs(server: LocalServer, name: string): Promise<void> {
  const docs = listInstalledDocs().find((installed) => installed.name === name);
  if (!docs) throw new Error(`${name} has no documentation here`);
  const site = await serveTree({ ...docs.tree, mount: "/", asMarkdownSite: true });
  try {
    const source = { name, url: `${site.url}/`, maxPages: 100 };
    const { executionId } = await postToLocalDoor(server, "public-sources", source);
    for (;;) {
      const { status, error } = await getFromLocalDoor(server, `job-runs/${String(executionId)}`);
      if (status === "COMPLETE") return;
      if (status === "FAILED") throw new Error(`${name} was not indexed: ${String(error)}`);
      await new Promise((settle) => setTimeout(settle, 200));
    }
  } finally {
    await site.close();
  }
}

/** The address of the newest link in the local mail box that went to an address. */
export async function mailedLink(server: LocalServer, to: string, mode: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${server.url}/__mail?format=json&to=${encodeURIComponent(to)}`);
    const link = new RegExp(`${server.url}/auth/action\\?mode=${mode}[^"\\\\\\s]+`).exec(
      await answer.text(),
    )?.[0];
    if (link) return link.replaceAll("&amp;", "&");
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error(`no mail with ${mode} came to ${to}`);
}
