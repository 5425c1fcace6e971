import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#local/server.ts";
import { ROOT } from "#local/root.ts";
import { build } from "vite";
import type { Plugin } from "vite";
import type { IndexCall } from "./index-worker.ts";

export type IndexProcess = {
  pid: number;
  call(call: IndexCall): Promise<unknown>;
  close(): Promise<void>;
};

const READY_WITHIN_MS = 30_000;
const POLL_EVERY_MS = 100;
/** The one file that the index imports and workerd loads by itself. */
const KERNEL = "row-scores.wasm";

const besideTheWorker: Plugin = {
  name: "beside-the-worker",
  enforce: "pre",
  resolveId: (id) => (id.endsWith(`/${KERNEL}`) ? { id: `./${KERNEL}`, external: true } : null),
};

/** Runs workerd with nothing but the product's index objects of a state folder, which no server may be using. */
export async function startIndexProcess(stateDir: string): Promise<IndexProcess> {
  const folder = resolve(stateDir, "index-process");
  mkdirSync(folder, { recursive: true });
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    publicDir: false,
    plugins: [besideTheWorker],
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: join(ROOT, "evals/size/index-worker.ts"),
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        external: [/^cloudflare:/u, /^node:/u],
        output: { entryFileNames: "worker.js" },
      },
    },
  });
  copyFileSync(join(ROOT, "worker/docs-index", KERNEL), join(folder, KERNEL));
  const port = await freePort(0);
  writeFileSync(join(folder, "config.capnp"), configOf(port, resolve(stateDir, "state/v3/do")));
  const child = spawn(
    join(ROOT, "node_modules/.bin/workerd"),
    ["serve", "--experimental", join(folder, "config.capnp")],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  const closed = new Promise<void>((settle) => child.once("exit", () => settle()));
  const call = async (body: IndexCall) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`the index answers ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const end = Date.now() + READY_WITHIN_MS;
  for (let isReady = false; !isReady;) {
    isReady = await call({ kind: "nothing", name: "no such index" }).then(
      () => true,
      () => false,
    );
    if (!isReady && Date.now() > end) throw new Error("workerd does not start");
    if (!isReady) await sleep(POLL_EVERY_MS);
  }
  return {
    pid: child.pid!,
    call,
    close: async () => {
      child.kill();
      await closed;
    },
  };
}

function configOf(port: number, objectsDir: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "objects", disk = (path = ${JSON.stringify(objectsDir)}, writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "${KERNEL}", wasm = embed "${KERNEL}"),
  ],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = ["nodejs_compat"],
  durableObjectNamespaces = [(className = "DocsIndex", uniqueKey = "docenda-DocsIndex", enableSql = true)],
  durableObjectStorage = (localDisk = "objects"),
  bindings = [(name = "DOCS_INDEX", durableObjectNamespace = "DocsIndex")],
);
`;
}
