import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "#local/root.ts";
import { QUESTION, startCliProduct } from "./cli-product.ts";
import type { CliProduct } from "./cli-product.ts";

let { workDir, docs, cli, close } = {} as CliProduct;

beforeAll(async () => {
  ({ workDir, docs, cli, close } = await startCliProduct());
}, 300_000);

afterAll(() => close?.());

describe("verify", () => {
  it("checks a receipt and its answer, with the server's keys or with saved ones", async () => {
    const found = await cli.run(["search", QUESTION, "--json", "--receipt", file("receipt.jws")]);
    expect(found.exit).toBe(0);
    writeFileSync(file("answer.json"), found.output);
    const keys = await (await fetch(`${cli.env.DOCENDA_URL}/.well-known/docenda-keys`)).text();
    writeFileSync(file("keys.json"), keys);
    const offline = { DOCENDA_URL: "http://127.0.0.1:1", DOCENDA_API_KEY: "" };
    const saved = ["--keys", file("keys.json")];
    const checked = await cli.run(
      ["verify", file("receipt.jws"), "--answer", file("answer.json"), ...saved],
      {
        env: offline,
      },
    );
    expect([checked.exit, checked.errors]).toEqual([0, ""]);
    expect(checked.output).toContain(`signed by ${cli.env.DOCENDA_URL}`);
    expect((await cli.run(["verify", file("receipt.jws")], { env: { DOCENDA_API_KEY: "" } })).exit).toBe(0);

    const answer = JSON.parse(found.output);
    answer.passages[0].text += " ";
    writeFileSync(file("answer.json"), JSON.stringify(answer));
    const forged = await cli.run(["verify", file("receipt.jws"), "--answer", file("answer.json")]);
    expect([forged.exit, forged.errors]).toEqual([1, expect.stringContaining("Passage 1")]);
    const receipt = readFileSync(file("receipt.jws"), "utf8");
    writeFileSync(
      file("receipt.jws"),
      receipt.replace(/.(?=\.[^.]*$)/s, (last) => (last === "A" ? "B" : "A")),
    );
    const changed = await cli.run(["verify", file("receipt.jws"), "--json", ...saved], { env: offline });
    expect([changed.exit, JSON.parse(changed.output)]).toMatchObject([1, { isValid: false, evidence: null }]);
    expect((await cli.run(["verify", file("nothing")])).exit).toBe(2);
  });
});

describe("agents-md", () => {
  it("writes between marks, says with --check what is stale, and leaves the rest of the file alone", async () => {
    const cwd = mkdtempSync(join(workDir, "project-"));
    const agentsMd = join(cwd, "AGENTS.md");
    expect((await cli.run(["agents-md"], { cwd })).exit).toBe(2);
    const packages = { "node_modules/agents": { version: "0.32.0" } };
    writeFileSync(join(cwd, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
    writeFileSync(agentsMd, "# Ours\n\nRun the tests.\n");
    const stale = await cli.run(["agents-md", "--check"], { cwd });
    expect([stale.exit, readFileSync(agentsMd, "utf8")]).toEqual([1, "# Ours\n\nRun the tests.\n"]);
    expect((await cli.run(["agents-md"], { cwd })).exit).toBe(0);
    const written = readFileSync(agentsMd, "utf8");
    expect(written).toMatch(
      /^# Ours\n\nRun the tests\.\n\n<!-- docenda: begin[^]*- `agents` 0\.32\.0: \[[^]*docenda: end -->\n$/,
    );
    expect((await cli.run(["agents-md", "--check"], { cwd })).exit).toBe(0);
    writeFileSync(agentsMd, written.replace("0.32.0", "0.31.0").replace("Run the tests.", "Run them."));
    expect((await cli.run(["agents-md", "--check"], { cwd })).exit).toBe(1);
    await cli.run(["agents-md"], { cwd });
    expect(readFileSync(agentsMd, "utf8")).toBe(written.replace("Run the tests.", "Run them."));
    const wrong = await cli.run(["agents-md", "--lockfile", "yarn.lock", "--json"], { cwd });
    expect([wrong.exit, JSON.parse(wrong.output).error.code]).toEqual([2, "invalid-argument"]);
  });
});

describe("eval", () => {
  it("drafts questions, refuses them unread, then holds answers to limits and compares with the run before", async () => {
    const cwd = mkdtempSync(join(workDir, "eval-"));
    const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);
    const drafted = await cli.run(["eval", "--draft", "agents"], { cwd });
    expect(drafted.exit).toBe(0);
    write("questions.jsonl", drafted.output);
    expect((await cli.run(["eval", "questions.jsonl"], { cwd })).errors).toContain("are drafts");
    const [first] = drafted.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ sources: ["agents"], draft: true, url: expect.stringContaining(docs.url) });
    expect((await cli.run(["eval", "--draft", "nothing"], { cwd })).exit).toBe(1);

    write("questions.jsonl", JSON.stringify({ question: QUESTION, must: ["createMcpHandler"] }));
    expect((await cli.run(["eval", "questions.jsonl", "--out", "before.json"], { cwd })).exit).toBe(0);
    const questions = [
      { question: QUESTION, must: ["createMcpHandler"] },
      { question: "agents: how do I read a bar code?", must: ["scanBarcode"] },
    ];
    write("questions.jsonl", questions.map((one) => JSON.stringify(one)).join("\n"));
    // What the action runs, with the installed command in the place of npx.
    const action = parse(readFileSync(join(ROOT, "cli/action/action.yml"), "utf8"));
    const [{ run, env }] = action.runs.steps;
    const inputs: Record<string, string> = {
      ...Object.fromEntries(
        Object.entries<{ default?: string }>(action.inputs).map(([name, input]) => [
          name,
          input.default ?? "",
        ]),
      ),
      questions: "questions.jsonl",
      before: "before.json",
      url: cli.env.DOCENDA_URL!,
      "api-key": cli.env.DOCENDA_API_KEY!,
      package: cli.tarball,
    };
    const given = Object.entries<string>(env).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => inputs[input]!),
    ]);
    const ended = promisify(execFile)("bash", ["-e", "-c", `npx() { shift 2; "${cli.bin}" "$@"; }\n${run}`], {
      cwd,
      env: { ...cli.env, ...Object.fromEntries(given), GITHUB_STEP_SUMMARY: join(cwd, "summary.md") },
    });
    await expect(ended).rejects.toMatchObject({ code: 1 });
    const summary = readFileSync(join(cwd, "summary.md"), "utf8");
    expect(summary).toContain("50.0% of 2 questions (before: 100.0%)");
    expect(summary).toContain("Recall is 50.0%; the limit is 90.0%.");
    expect(readFileSync(join(cwd, "docenda-eval.xml"), "utf8")).toContain('tests="3" failures="2"');
    expect(JSON.parse(readFileSync(join(cwd, "docenda-eval.json"), "utf8")).recall).toBe(0.5);
  });
});

function file(name: string): string {
  return join(workDir, name);
}
