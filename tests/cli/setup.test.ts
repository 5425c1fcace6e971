import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebVisitor } from "#tests/support/web-visitor.ts";
import { startCliProduct } from "./cli-product.ts";
import type { CliProduct } from "./cli-product.ts";
import { ended } from "./installed-cli.ts";

let { workDir, docs, product, cli, close } = {} as CliProduct;

beforeAll(async () => {
  ({ workDir, docs, product, cli, close } = await startCliProduct());
}, 300_000);

afterAll(() => close?.());

describe("login", () => {
  it("signs in by the browser, renews the token by itself, and forgets it", async () => {
    const ada = await verifiedVisitor("ada@example.test");
    const env = { DOCENDA_API_KEY: "", DOCENDA_URL: "", DOCENDA_CONFIG_DIR: join(workDir, "login") };
    const child = cli.start(["login", product.mcpUrl, "--no-browser"], { env });
    const end = ended(child);
    const address = await new Promise<URL>((settle) => {
      let said = "";
      child.stderr.on("data", (part: Buffer) => {
        said += part.toString();
        const found = /(http\S+\/oauth\/authorize\?\S+)/.exec(said)?.[1];
        if (found) settle(new URL(found));
      });
    });
    const back = await consentOf(ada, address);
    // Somebody else's request changes nothing.
    const forged = new URL(back);
    forged.searchParams.set("state", "guessed");
    expect((await fetch(forged)).status).toBe(400);
    expect((await fetch(back)).status).toBe(200);
    expect((await end).exit).toBe(0);

    const file = join(workDir, "login/credentials.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // The server is remembered: neither variable is set.
    expect((await cli.run(["search", "anything at all", "--json"], { env })).exit).toBe(1);
    const kept = JSON.parse(readFileSync(file, "utf8"));
    const before = kept.servers[product.server.url];
    kept.servers[product.server.url] = { ...before, accessToken: "worn-out" };
    writeFileSync(file, JSON.stringify(kept));
    expect((await cli.run(["search", "anything at all", "--json"], { env })).exit).toBe(1);
    const after = JSON.parse(readFileSync(file, "utf8")).servers[product.server.url];
    expect(after.refreshToken).not.toBe(before.refreshToken);

    expect((await cli.run(["logout"], { env: { ...env, DOCENDA_URL: product.server.url } })).exit).toBe(0);
    const out = await cli.run(["search", "x"], { env: { ...env, DOCENDA_URL: product.server.url } });
    expect([out.exit, out.errors]).toEqual([3, expect.stringContaining("docenda login")]);
  });

  it("ends without tokens when the person declines", async () => {
    const ada = await verifiedVisitor("declines@example.test");
    const env = { DOCENDA_API_KEY: "", DOCENDA_CONFIG_DIR: join(workDir, "declined") };
    const child = cli.start(["login", "--no-browser"], { env });
    const end = ended(child);
    const address = await new Promise<URL>((settle) => {
      child.stderr.on("data", (part: Buffer) => {
        const found = /(http\S+\/oauth\/authorize\?\S+)/.exec(part.toString())?.[1];
        if (found) settle(new URL(found));
      });
    });
    await fetch(await consentOf(ada, address, "deny"));
    expect(await end).toMatchObject({ exit: 3, errors: expect.stringContaining("declined") });
    expect(existsSync(join(workDir, "declined/credentials.json"))).toBe(false);
  });

  it("says where a server offers none", async () => {
    const { exit, errors } = await cli.run(["login", docs.url]);
    expect([exit, errors]).toEqual([6, expect.stringContaining("/keys")]);
  });
});

describe("init", () => {
  it("connects what is installed, shows the change without the key, and takes it back", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    const cursor = join(HOME, ".cursor/mcp.json");
    const codex = join(HOME, ".codex/config.toml");
    mkdirSync(join(HOME, ".cursor"));
    mkdirSync(join(HOME, ".codex"));
    const mine = '{\n    "mcpServers": {\n        "mine": { "command": "x" }\n    }\n}\n';
    writeFileSync(cursor, mine, { mode: 0o640 });
    const env = { HOME };

    const asked = await cli.run(["init"], { env });
    expect(asked.exit).toBe(1);
    expect(asked.errors).toMatch(/^\+ +"docenda": \{$/m);
    expect(asked.errors).not.toContain(product.apiKey);
    expect([readFileSync(cursor, "utf8"), existsSync(codex)]).toEqual([mine, false]);

    const done = await cli.run(["init", "--yes", "--json"], { env });
    expect(done.exit).toBe(0);
    const changed = JSON.parse(done.output).changes.map((one: any) => [
      one.client,
      one.action,
      one.isWritten,
    ]);
    expect(changed.toSorted()).toEqual([
      ["codex", "add", true],
      ["cursor", "add", true],
    ]);
    const { mcpServers } = JSON.parse(readFileSync(cursor, "utf8"));
    expect(mcpServers.mine).toEqual({ command: "x" });
    expect(mcpServers.docenda).toEqual({
      url: product.mcpUrl,
      headers: { Authorization: `Bearer ${product.apiKey}` },
    });
    expect(readFileSync(codex, "utf8")).toContain(`[mcp_servers.docenda]`);
    expect([statSync(cursor).mode & 0o777, statSync(codex).mode & 0o777]).toEqual([0o640, 0o600]);

    const again = JSON.parse((await cli.run(["init", "--yes", "--json"], { env })).output);
    expect(again.changes.map((one: any) => one.action)).toEqual(["none", "none"]);

    const gone = { ...env, DOCENDA_API_KEY: "" };
    expect((await cli.run(["init", "--remove", "--yes"], { env: gone })).exit).toBe(0);
    expect(readFileSync(cursor, "utf8")).toBe(mine);
    expect(readFileSync(codex, "utf8").trim()).toBe("");
  });

  it("starts this command line where an agent only starts programs", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    const env = { HOME, XDG_CONFIG_HOME: join(HOME, ".config") };
    const { exit } = await cli.run(["init", "--client", "claude-desktop", "--yes"], { env });
    expect(exit).toBe(0);
    const [{ path }] = JSON.parse((await cli.run(["init", "--list", "--json"], { env })).output).found;
    expect(JSON.parse(readFileSync(path, "utf8")).mcpServers.docenda).toEqual({
      command: "npx",
      args: ["-y", "docenda", "mcp"],
      env: { DOCENDA_URL: product.server.url, DOCENDA_API_KEY: product.apiKey },
    });
  });

  it("leaves a broken file alone and connects the others", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    mkdirSync(join(HOME, ".cursor"));
    mkdirSync(join(HOME, ".gemini"));
    writeFileSync(join(HOME, ".cursor/mcp.json"), "{ broken");
    const { exit, errors } = await cli.run(["init", "--yes"], { env: { HOME } });
    expect([exit, errors]).toEqual([1, expect.stringContaining("isn't valid JSON")]);
    expect(readFileSync(join(HOME, ".cursor/mcp.json"), "utf8")).toBe("{ broken");
    expect(
      JSON.parse(readFileSync(join(HOME, ".gemini/settings.json"), "utf8")).mcpServers.docenda,
    ).toBeDefined();
  });

  it("needs a key, and names the agents that it knows", async () => {
    const HOME = mkdtempSync(join(workDir, "agents-"));
    expect((await cli.run(["init"], { env: { HOME, DOCENDA_API_KEY: "" } })).exit).toBe(3);
    const { exit, errors } = await cli.run(["init", "--client", "nothing"], { env: { HOME } });
    expect([exit, errors]).toEqual([2, expect.stringContaining("cursor")]);
    expect((await cli.run(["init", "--list"], { env: { HOME } })).exit).toBe(1);
  });
});

describe("completion", () => {
  it("completes commands and options in bash", async () => {
    const { output } = await cli.run(["completion", "bash"]);
    const complete = async (...words: string[]) => {
      const script = `${output}\nCOMP_WORDS=(docenda ${words.join(" ")}); COMP_CWORD=${words.length}\n_docenda; echo "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)("bash", ["-c", script])).stdout.trim();
    };
    expect(await complete("se")).toBe("search");
    expect(await complete("search", "--bud")).toBe("--budget");
    for (const shell of ["zsh", "fish", "powershell"])
      expect((await cli.run(["completion", shell])).output).toContain("docenda");
    expect((await cli.run(["completion", "tcsh"])).exit).toBe(2);
  });
});

/** Somebody who is signed in and has opened the link of the verification mail. */
async function verifiedVisitor(email: string): Promise<WebVisitor> {
  const visitor = new WebVisitor(product.server.url);
  await visitor.post("/api/auth/sign-up", { email, password: "correct horse battery" });
  for (let tries = 0; tries < 300; tries += 1) {
    const box = await visitor.get(`/__mail?format=json&to=${encodeURIComponent(email)}`);
    const { mails } = (await box.json()) as { mails: { text: string }[] };
    const oobCode = /oobCode=([0-9A-Za-z]+)/.exec(mails[0]?.text ?? "")?.[1];
    if (oobCode && (await visitor.post("/api/auth/verify-email", { oobCode })).ok) return visitor;
    await sleep(200);
  }
  throw new Error(`No mail came for ${email}.`);
}

/** What a person does at the page: opens it and decides. Gives where the browser is sent. */
async function consentOf(visitor: WebVisitor, address: URL, decision = "approve"): Promise<URL> {
  const toPage = await visitor.get(address.href);
  const id = new URL(toPage.headers.get("location")!).searchParams.get("request");
  await visitor.get(`/api/oauth/requests/${id}`);
  const decided = await visitor.post(`/api/oauth/requests/${id}/decision`, { decision });
  const { redirectTo } = (await decided.json()) as { redirectTo: string };
  return new URL(redirectTo);
}
