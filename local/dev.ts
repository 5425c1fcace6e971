/**
 * `npm run dev`: the same product on the same data as `npm start`, served by Vite's development server, so that a change
 * of the worker or of the web shows at once. Run `npm start` once before it: the account and the index come from there.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";
import { claim, refuseSecondServer, release } from "./claim.ts";
import { startClock } from "./clock.ts";
import { migrateLocalDatabase } from "./migrate.ts";
import { ROOT } from "./root.ts";
import { localSecrets } from "./secrets.ts";
import { listInstalledDocs } from "./installed-docs.ts";
import { freePort, toolSettings } from "./server.ts";
import { registryVars } from "./stand-ins/registries.ts";
import { seedRepositories } from "./stand-ins/seed-repositories.ts";
import { startStandIns } from "./stand-ins/start-stand-ins.ts";

try {
  await develop(join(ROOT, ".local"), Number(process.env.PORT || 8787));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function develop(stateDir: string, wantedPort: number): Promise<void> {
  mkdirSync(stateDir, { recursive: true });
  refuseSecondServer(stateDir);
  const port = await freePort(wantedPort);
  await migrateLocalDatabase(stateDir);
  const standIns = await startStandIns({ port: port + 2, origin: `http://127.0.0.1:${port}`, stateDir });
  await seedRepositories(standIns.github, listInstalledDocs());
  Object.assign(
    process.env,
    toolSettings(
      { stateDir, port, isStrict: false },
      {
        ...localSecrets(stateDir),
        ...standIns.vars,
        ...registryVars(standIns.registries),
        ASSETS_ORIGIN: `http://127.0.0.1:${port}`,
      },
    ),
  );
  const server = await createServer({
    root: ROOT,
    configFile: join(ROOT, "vite.config.ts"),
    server: { host: "127.0.0.1", port, strictPort: true, cors: false },
  });
  await server.listen();
  claim(stateDir, { pid: process.pid, url: `http://127.0.0.1:${port}` });
  process.once("exit", () => release(stateDir));
  startClock(`http://127.0.0.1:${port}`);
  server.printUrls();
}
