/**
 * The examples of the pages in web/content/docs: `node scripts/docs-examples.ts` starts the product with the documentation of
 * the `agents` package, runs the commands of the installed command line, and writes their output to docs/figures/examples.json.
 * Addresses of this machine stay as they were: signed text can't be changed.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyEvidence } from "#schema/evidence.ts";
import { apiReference } from "./content/api-reference.ts";
import type { OpenApi } from "./content/api-reference.ts";
import { serveTree } from "#local/docs-server.ts";
import { startCliProduct } from "#tests/cli/cli-product.ts";
import type { CliProduct } from "#tests/cli/cli-product.ts";

const FILE = join(import.meta.dirname, "../docs/figures/examples.json");

/** Runs `docenda` with these arguments in the product's temporary folder, and fails when the command exits with another code. */
async function docenda({ cli, workDir }: CliProduct, args: string[], exit = 0): Promise<string> {
  const ended = await cli.run(args, { cwd: workDir });
  if (ended.exit !== exit) throw new Error(`docenda ${args.join(" ")}: ${ended.exit} ${ended.errors}`);
  return ended.output.trimEnd();
}

async function receiptExample(product: CliProduct) {
  const search = ["search", "agents: create an MCP server with createMcpHandler"];
  const options = ["--budget", "500", "--receipt", "receipt.jws", "--json"];
  const answer = await docenda(product, [...search, ...options]);
  writeFileSync(join(product.workDir, "answer.json"), answer);
  const verify = ["verify", "receipt.jws", "--answer", "answer.json"];
  const output = await docenda(product, verify);
  const receipt = readFileSync(join(product.workDir, "receipt.jws"), "utf8").trim();
  const keys = await (await fetch(`${product.product.server.url}/.well-known/docenda-keys`)).json();
  const evidence = await verifyEvidence(receipt, keys);
  return {
    commands: `docenda search "${search[1]}" ${options.join(" ")} > answer.json\ndocenda ${verify.join(" ")}`,
    output,
    receipt,
    keys,
    decoded: JSON.stringify({ ...evidence, passages: evidence.passages.slice(0, 1) }, null, 2),
  };
}

/** A lockfile with one library that is indexed and one that isn't, and the command's output for that lockfile. */
async function agentsMdExample(product: CliProduct) {
  const lockfile = {
    name: "assistant",
    lockfileVersion: 3,
    packages: {
      "node_modules/agents": { version: "0.32.0" },
      "node_modules/left-pad": { version: "1.3.0" },
    },
  };
  writeFileSync(join(product.workDir, "package-lock.json"), JSON.stringify(lockfile, null, 2));
  const output = await docenda(product, ["agents-md"]);
  const block = readFileSync(join(product.workDir, "AGENTS.md"), "utf8").trimEnd();
  const current = await docenda(product, ["agents-md", "--check"]);
  writeFileSync(join(product.workDir, "AGENTS.md"), block.replace("agents", "agent"));
  await docenda(product, ["agents-md", "--check"], 1);
  return { lockfile: JSON.stringify(lockfile, null, 2), output, current, block };
}

const QUESTIONS = [
  { question: "agents: which function serves MCP without sessions?", must: ["createMcpHandler"] },
  { question: "agents: how do I connect to an MCP server from an agent?", must: ["addMcpServer"] },
  { question: "agents: how do I read a bar code?", must: ["scanBarcode"] },
];

/** Three questions, one of which the documentation does not answer, and the report of a second run, which is compared with the first. */
async function evalExample(product: CliProduct) {
  const lines = QUESTIONS.map((question) => JSON.stringify(question)).join("\n");
  writeFileSync(join(product.workDir, "questions.jsonl"), `${lines}\n`);
  await docenda(product, ["eval", "questions.jsonl", "--out", "before.json"]);
  const command = ["eval", "questions.jsonl", "--min-recall", "0.9", "--before", "before.json"];
  const output = await docenda(product, command, 1);
  const [draft = ""] = (await docenda(product, ["eval", "--draft", "agents"])).split("\n");
  return { questions: lines, command: `docenda ${command.join(" ")}`, output, draft };
}

const UNANSWERED = [
  "agents: how do I pair a bluetooth keyboard?",
  "agents: pairing a bluetooth keyboard fails",
  "agents: which paper size does the printer take?",
];

/** Questions that the documentation doesn't answer, and the list of them that its owner sees. */
async function gapsExample(product: CliProduct) {
  for (const question of UNANSWERED) await product.cli.run(["search", question, "--scope", "private"]);
  // The gaps are written down after the answer was sent.
  for (let tries = 0; tries < 50; tries += 1) {
    const { output } = await product.cli.run(["gaps", "agents", "--json"]);
    const { gaps } = JSON.parse(output) as { gaps: { terms: string[]; times: number }[] };
    const noted = gaps.filter(({ terms }) => terms.includes("keyboard") || terms.includes("printer"));
    if (noted.reduce((sum, { times }) => sum + times, 0) === UNANSWERED.length) break;
    await sleep(200);
  }
  return { questions: UNANSWERED.join("\n"), output: await docenda(product, ["gaps", "agents"]) };
}

const KETTLE = "# Kettle\n\n## Descaling\n\nBoil the kettle with vinegar.\n\nRinse it twice.\n";
const TOASTER = "# Toaster\n\n## Cleaning\n\nEmpty the toaster before you clean it.\n";

/** The address under which the documentation shows the site. */
const PUBLISHED = "https://appliances.example.com";

/** A site of two pages that is indexed twice; in between one page changes and one goes away. */
async function changesExample(product: CliProduct) {
  const root = join(product.workDir, "appliances");
  mkdirSync(root);
  writeFileSync(join(root, "kettle.md"), KETTLE);
  writeFileSync(join(root, "toaster.md"), TOASTER);
  const site = await serveTree({ root, asMarkdownSite: true });
  try {
    const index = ["index", `${site.url}/`, "--name", "appliances"];
    await docenda(product, index);
    const since = new Date().toISOString();
    // A server tells the time of a change to the second.
    await sleep(1100);
    writeFileSync(join(root, "kettle.md"), KETTLE.replace("vinegar", "citric acid"));
    rmSync(join(root, "toaster.md"));
    await docenda(product, index);
    const question = "appliances: how do I clean the kettle and the toaster?";
    const search = ["search", question, "--since", since];
    const read = ["read", `${site.url}/kettle.md`, "--section", "Descaling", "--since", since];
    // The site has another address at every run.
    const published = (text: string) => text.replaceAll(site.url, PUBLISHED);
    return {
      question,
      since,
      search: published(await docenda(product, search)),
      read: published(await docenda(product, read)),
      readCommand: published(`docenda ${read.join(" ")}`),
    };
  } finally {
    await site.close();
  }
}

/** The reference of the HTTP API for agents, from the server's own OpenAPI document. */
async function httpApiExample({ product }: CliProduct) {
  const openapi = (await (await fetch(`${product.server.url}/api/openapi.json`)).json()) as OpenApi;
  return { reference: apiReference(openapi, "/api/v1/") };
}

if (import.meta.main) {
  const product = await startCliProduct();
  try {
    const examples = {
      receipt: await receiptExample(product),
      httpApi: await httpApiExample(product),
      gaps: await gapsExample(product),
      changes: await changesExample(product),
      eval: await evalExample(product),
      agentsMd: await agentsMdExample(product),
    };
    writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
  } finally {
    await product.close();
  }
}
