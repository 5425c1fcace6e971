import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#local/root.ts";
import { serveFetch } from "#local/stand-ins/serve-fetch.ts";
import { startCloudflare } from "#local/stand-ins/cloudflare/start-cloudflare.ts";
import type { CloudflareStandIn } from "#local/stand-ins/cloudflare/start-cloudflare.ts";
import { missingMailRecords } from "./mail-domain.ts";

/** `PROVISION_KILLS=20 npm test -- scripts/production/provision` dies as often as docs/running.md says. */
const KILLS = Number(process.env.PROVISION_KILLS ?? 1);
/** Time for a test: wrangler starts for every question, two seconds each on a busy machine. */
const TIMEOUT_MS = 300_000 + KILLS * 120_000;
const SETTINGS = {
  origin: "https://docs.example.com",
  mailFrom: "Docs <mail@localhost>",
  contactEmail: "hello@example.com",
  repositoryUrl: "https://code.example.com/docs",
  reportBugUrl: "https://code.example.com/docs/issues/new",
  addDocsUrl: "https://example.com/add-docs",
};
const OPTIONS = [
  "--origin",
  SETTINGS.origin,
  "--mail-from",
  SETTINGS.mailFrom,
  "--contact-email",
  SETTINGS.contactEmail,
  "--repository",
  SETTINGS.repositoryUrl,
  "--report-bug",
  SETTINGS.reportBugUrl,
  "--add-docs",
  SETTINGS.addDocsUrl,
];

const folder = mkdtempSync(join(tmpdir(), "provision-"));
const file = join(folder, "production.json");
let account: CloudflareStandIn;
/** The process that ends with its next change, before it hears that the change is made. */
let dying: ChildProcess | null = null;

beforeAll(async () => {
  const stateFile = join(folder, "account.json");
  account = await startCloudflare({ stateFile, onWrite: () => void dying?.kill("SIGKILL") });
});
afterAll(() => account.close());

test("provision without an address makes nothing and says what is missing", async () => {
  const { code, printed } = await provision([], { DOCENDA_PRODUCTION: join(folder, "none.json") }).ended;
  expect(code).toBe(1);
  expect(printed).toContain("PUBLIC_ORIGIN");
  expect(account.writes).toEqual([]);
  expect(existsSync(join(folder, "none.json"))).toBe(false);
});

test(
  "provision makes everything once, finishes what was killed, and changes nothing the second time",
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const run = provision(OPTIONS);
      dying = run.child;
      const { code } = await run.ended;
      if (code === 0) break;
      // Each life makes one thing and dies before hearing of it.
      expect(code).toBeNull();
    }
    dying = null;
    expect(account.writes.length).toBeGreaterThanOrEqual(Math.min(KILLS, 17));

    const finished = await provision(OPTIONS).ended;
    expect(finished).toMatchObject({ code: 0 });
    const { databases, namespaces, apps, queues, buckets, indexes, workers } = account.account();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      ...SETTINGS,
      ids: {
        DB: databases.docenda!.uuid,
        OAUTH_KV: namespaces["docenda-oauth"]!.id,
        FLAGS: apps.docenda!.id,
      },
    });
    expect(Object.keys(queues)).toHaveLength(6);
    expect(buckets["docenda-files"]!.rules).toHaveLength(2);
    expect(indexes.docenda).toMatchObject({
      config: { dimensions: 512, metric: "cosine" },
      metadata: [{ propertyName: "sourceId", indexType: "string" }],
    });
    expect(workers["docenda-production"]!.secrets).toEqual(["API_KEY_PEPPER", "AUTH_SECRET", "SEAL_KEYS"]);

    const before = account.writes.length;
    const again = await provision([]).ended;
    expect(again).toMatchObject({ code: 0 });
    expect(account.writes.slice(before)).toEqual([]);
    // No secret made for the deployment is in any output.
    expect(finished.printed + again.printed).not.toMatch(/[A-Za-z0-9+/]{43}=/);
  },
  TIMEOUT_MS,
);

test(
  "doctor says what is missing and what to do, and changes nothing",
  async () => {
    const { queues } = account.account();
    const { "docenda-mail-dead": dead, ...others } = queues;
    account.account().queues = others;
    const { code, printed } = await start("doctor.ts", []).ended;
    expect(code).toBe(1);
    expect(printed).toContain("FAIL  queue docenda-mail-dead: missing. Run `npm run provision`.");
    expect(printed).toMatch(/FAIL {2}migrations: \d+ not applied \(0000_.*Run `npm run deploy`/);
    expect(printed).toContain("FAIL  version: nothing is deployed.");
    expect(printed).toContain("ok    database docenda");
    expect(printed).toContain(", 3 failed.");
    account.account().queues = { ...others, "docenda-mail-dead": dead! };
  },
  TIMEOUT_MS,
);

test(
  "deploy wants what provision makes, goes by shares, and gives everything back to the old version when a test fails",
  async () => {
    const smoke = join(folder, "smoke.mjs");
    const tried = join(folder, "tried.log");
    // A stand-in for the smoke test, which has its own test (tests/flows/first-run.test.ts). The stand-in fails from its nth
    // run on.
    const smokeFailing = (from: number) =>
      writeFileSync(
        smoke,
        `import { appendFileSync, readFileSync } from "node:fs";
        appendFileSync(${JSON.stringify(tried)}, process.argv.slice(2).join(" ") + "\\n");
        process.exit(readFileSync(${JSON.stringify(tried)}, "utf8").trim().split("\\n").length >= ${from} ? 1 : 0);`,
      );
    const deploy = (...args: string[]) =>
      start("deploy.ts", ["--smoke", smoke, ...args], { SMOKE_EMAIL: "a@example.com", SMOKE_PASSWORD: "-" })
        .ended;
    const worker = () => account.account().workers["docenda-production"]!;
    const shares = () => worker().deployments.map(({ versions }) => versions);

    const unprovided = join(folder, "unprovided.json");
    writeFileSync(unprovided, JSON.stringify(SETTINGS));
    const refused = await start("deploy.ts", [], { DOCENDA_PRODUCTION: unprovided }).ended;
    expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining("npm run provision") });
    expect(shares()).toEqual([]);

    smokeFailing(99);
    expect(await deploy()).toMatchObject({ code: 0 });
    const { ids } = JSON.parse(readFileSync(file, "utf8"));
    expect(account.writes).toContain(`POST /d1/database/${ids.DB}/query`);
    // The clock leaves the public catalog alone until the smoke test has passed.
    const crawls = worker().versions.map(({ vars }) => vars.CRAWL_PUBLIC_CATALOG);
    expect(crawls.slice(-2)).toEqual(["", "on"]);
    expect(worker().versions.at(-1)!.vars).toMatchObject({ PUBLIC_ORIGIN: "https://docs.example.com" });
    expect(worker().migrationTag).not.toBeNull();
    const first = worker().versions.at(-1)!.id;

    const product = await serveFetch(({ url }) =>
      url.endsWith("/api/health") ? Response.json({ status: "ok" }) : new Response(null, { status: 404 }),
    );
    const writes = account.writes.filter((write) => !write.endsWith("/query")).length;
    account.account().queues["docenda-mail"]!.metrics = {
      backlog_count: 7,
      backlog_bytes: 700,
      oldest_message_timestamp_ms: Date.now() - 60 * 60_000,
    };
    const healthy = await start("doctor.ts", ["--address", product.url]).ended;
    expect(healthy).toMatchObject({ code: 0, printed: expect.stringContaining(", 0 failed.") });
    expect(healthy.printed).toContain(`ok    version ${first}`);
    expect(healthy.printed).toContain("ok    migrations");
    expect(healthy.printed).toContain(
      "note  backlog of docenda-mail: 7 messages wait, the oldest for 60 minutes.",
    );
    expect(healthy.printed).toContain("ok    backlog of docenda-crawl");
    // Questions to the database are sent as POST, too.
    expect(account.writes.filter((write) => !write.endsWith("/query"))).toHaveLength(writes);
    await product.close();
    const gone = await start("doctor.ts", ["--address", product.url]).ended;
    expect(gone).toMatchObject({ code: 1, printed: expect.stringContaining(", 1 failed.") });

    expect(await deploy("--skip-build")).toMatchObject({ code: 0 });
    const second = worker().versions.at(-1)!.id;
    expect(shares().slice(0, 3)).toEqual([
      [{ version_id: second, percentage: 100 }],
      expect.arrayContaining([
        { version_id: second, percentage: 10 },
        { version_id: first, percentage: 90 },
      ]),
      expect.arrayContaining([
        { version_id: second, percentage: 0 },
        { version_id: first, percentage: 100 },
      ]),
    ]);
    expect(readFileSync(tried, "utf8").trim().split("\n").slice(-3)).toEqual(
      Array.from({ length: 3 }, () => `https://docs.example.com --version ${second}`),
    );

    // The fifth try is of a third version without traffic, the sixth of that version with a tenth of the traffic.
    smokeFailing(6);
    const failed = await deploy("--skip-build");
    expect(failed.code).toBe(1);
    expect(failed.printed).toContain(`The version ${second} has all requests again.`);
    expect(shares()[0]).toEqual([{ version_id: second, percentage: 100 }]);
  },
  TIMEOUT_MS,
);

test(
  "provision --remove wants the Worker's name, finishes what was killed, and changes nothing the second time",
  async () => {
    const { ids } = JSON.parse(readFileSync(file, "utf8"));
    const strangers = join(folder, "strangers.json");
    writeFileSync(strangers, JSON.stringify({ ...SETTINGS, ids: { ...ids, DB: "of-another-deployment" } }));
    const before = account.writes.length;
    const theirs = await remove("docenda-production\n", { DOCENDA_PRODUCTION: strangers }).ended;
    expect(theirs).toMatchObject({ code: 1, printed: expect.stringContaining("another deployment") });
    const mistyped = await remove("yes\n").ended;
    expect(mistyped).toMatchObject({ code: 1, printed: expect.stringContaining("Nothing was removed.") });
    expect(await remove("").ended).toMatchObject({ code: 1 });
    expect(account.writes.slice(before)).toEqual([]);

    account.account().buckets["docenda-files"]!.hasFiles = true;
    for (let kill = 0; kill < KILLS; kill++) {
      const run = remove("docenda-production\n");
      dying = run.child;
      if ((await run.ended).code === 0) break;
    }
    dying = null;
    const first = await remove("docenda-production\n").ended;
    expect(first).toMatchObject({ code: 0, printed: expect.stringContaining("run this again") });
    const { workers, queues, databases, namespaces, apps, indexes, buckets } = account.account();
    expect([workers, queues, databases, namespaces, apps, indexes].map((kind) => Object.keys(kind))).toEqual(
      Array.from({ length: 6 }, () => []),
    );
    expect(buckets["docenda-files"]!.rules).toMatchObject([{ id: "remove-everything" }]);

    // R2 has deleted the files.
    buckets["docenda-files"]!.hasFiles = false;
    expect(await remove("docenda-production\n").ended).toMatchObject({ code: 0 });
    expect(account.account().buckets).toEqual({});
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(SETTINGS);

    const finished = account.writes.length;
    expect(await remove("").ended).toMatchObject({ code: 0 });
    expect(account.writes.slice(finished)).toEqual([]);
  },
  TIMEOUT_MS,
);

test("the records of the sender's domain are looked up, and what is missing is told with its place", async () => {
  const records: Record<string, string[][]> = {
    "example.com": [["v=spf1 include:_spf.mx.cloudflare.net ~all"]],
    "cf2024-1._domainkey.example.com": [["v=DKIM1; h=sha256; ", "p=AAAA"]],
  };
  const resolve = async (name: string) => {
    if (records[name]) return records[name];
    throw Object.assign(new Error("none"), { code: "ENODATA" });
  };
  expect(await missingMailRecords("Docs <mail@example.com>", resolve)).toEqual([
    "DMARC: no TXT record at _dmarc.example.com",
  ]);
});

function provision(args: string[], environment: Record<string, string> = {}) {
  return start("provision.ts", args, environment);
}

/** Removes the deployment, with an answer to the question for its name. */
function remove(typed: string, environment: Record<string, string> = {}) {
  const run = provision(["--remove"], environment);
  run.child.stdin.end(typed);
  return run;
}

function start(script: string, args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(ROOT, "scripts/production", script), ...args], {
    env: { ...process.env, ...account.vars, DOCENDA_PRODUCTION: file, ...environment },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const ended = new Promise<{ code: number | null; printed: string }>((settle) => {
    child.once("close", (code) => settle({ code, printed }));
  });
  return { child, ended };
}
