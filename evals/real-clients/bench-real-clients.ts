import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";
import { tokensOf } from "../ask.ts";
import type { BenchOptions } from "../bench/args.ts";
import { markdownTable, writeFigures } from "../bench/figures.ts";
import { heldOf } from "../clients/same-passages.ts";
import { connectPair } from "../clients/typed-answer.ts";
import type { AnswerPair } from "../clients/typed-answer.ts";
import { fetchMissing, loadDataSet } from "../data.ts";
import type { Question } from "../data.ts";
import { indexCorpora } from "../indexed-corpora.ts";
import { INSTALLED_CLIENTS } from "./installed-clients.ts";
import type { Addresses, InstalledClient } from "./installed-clients.ts";
import { startModelStandIn } from "./model-stand-in.ts";
import type { ModelRequest } from "./model-stand-in.ts";

const SEARCH = "docenda_search_documentation";
const READ = "docenda_read_url";
const DEFAULT_QUESTIONS = 3;
const CLIENT_TIMEOUT_MS = 120_000;

type Outcome = {
  client: string;
  version: string;
  /** Our tools with their descriptions in the first request; "by name" where the model has to search for them. */
  tools: "described" | "by name" | "missing";
  /** Whether the first request has the server's instructions. */
  hasInstructions: boolean;
  questions: number;
  /** Questions whose passages reached the model whole. */
  all: number;
  /** o200k tokens of a search's result, on average: as we sent it, and as the model reads it. */
  sentTokens: number;
  readTokens: number;
  /** Whether a failed call's words reached the model. */
  showsError: boolean;
  /** The number of hosts beyond this machine that the client asked for, all refused. */
  refusedHosts: number;
};

/**
 * Runs MCP clients as their packages install them (`--clients DIR`, whose node_modules has them) against the product, each with a model
 * stand-in that calls our search, and then reads an address that cannot be read. Tells what the client showed the model. Everything
 * beyond this machine is refused by a proxy.
 */
export async function benchRealClients(options: BenchOptions): Promise<void> {
  if (options.clientsDir === null)
    throw new TypeError(
      `--clients DIR is missing: a folder after \`npm install --prefix DIR ${INSTALLED_CLIENTS.map((client) => client.package).join(" ")}\`.`,
    );
  const data = loadDataSet(options.dataDir, options.cacheDir, options.corpora);
  const questions = data.questions.slice(0, options.limit ?? DEFAULT_QUESTIONS);
  const corpora = data.corpora.filter(({ name }) => questions.some(({ corpus }) => corpus === name));
  fetchMissing({ ...data, corpora }, options.dataDir, options.cacheDir);
  const indexed = await indexCorpora(corpora, { stateDir: options.stateDir, isReused: options.isReused });
  const { mcpUrl, apiKey } = indexed.product;
  const asker = await connectPair(mcpUrl, apiKey);
  const instructions = asker.client.getInstructions() ?? "";
  try {
    const outcomes: Outcome[] = [];
    for (const client of INSTALLED_CLIENTS) {
      const outcome = await runClient(
        client,
        options.clientsDir,
        questions,
        instructions,
        async (question) => ({
          pair: await asker.ask(searchArguments(question)),
          mcpUrl,
          apiKey,
        }),
      );
      console.log(JSON.stringify(outcome));
      outcomes.push(outcome);
    }
    writeOutcomes(outcomes, questions.length);
  } finally {
    await asker.close();
    await indexed.close();
  }
}

function searchArguments({ query, corpus }: Question): Record<string, unknown> {
  return { query, sources: [corpus] };
}

type Asked = { pair: AnswerPair; mcpUrl: string; apiKey: string };

async function runClient(
  client: InstalledClient,
  clientsDir: string,
  questions: Question[],
  instructions: string,
  ask: (question: Question) => Promise<Asked>,
): Promise<Outcome> {
  const proxy = await startRefusingProxy();
  const outcome: Outcome = {
    client: client.name,
    version: versionOf(client, clientsDir),
    tools: "missing",
    hasInstructions: false,
    questions: questions.length,
    all: 0,
    sentTokens: 0,
    readTokens: 0,
    showsError: true,
    refusedHosts: 0,
  };
  for (const question of questions) {
    const { pair, mcpUrl, apiKey } = await ask(question);
    const model = await startModelStandIn((request) => nextCall(request, question));
    const home = mkdtempSync(join(tmpdir(), "docenda-client-"));
    try {
      await answerOnce(
        client,
        clientsDir,
        question.query,
        {
          mcpUrl,
          apiKey,
          modelUrl: model.url,
          home,
        },
        proxy.url,
      );
      const [first] = model.requests;
      if (first) {
        outcome.tools = listingOf(first);
        outcome.hasInstructions = plain(first.body).includes(plain(instructions));
      }
      const [searched = "", failed = ""] = model.requests.at(-1)?.results ?? [];
      if (heldOf(searched, pair.passages) === "all") outcome.all++;
      outcome.sentTokens +=
        tokensOf(pair.result.content.map((item) => item.text ?? "").join("\n")) / questions.length;
      outcome.readTokens += tokensOf(searched) / questions.length;
      outcome.showsError &&= failed.includes("Error (");
    } finally {
      await model.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  outcome.refusedHosts = proxy.hosts.size;
  await proxy.close();
  return outcome;
}

/** The stand-in's plan: a search, a read that fails, and the end. A tool that is not listed cannot be called. */
function nextCall({ tools, results }: ModelRequest, question: Question) {
  const plan = [
    { name: SEARCH, arguments: searchArguments(question) },
    { name: READ, arguments: { url: "not an address" } },
  ][results.length];
  const tool = tools.find(({ name }) => plan !== undefined && name.endsWith(plan.name));
  return plan && tool ? { tool: tool.name, arguments: plan.arguments } : null;
}

function listingOf({ tools, body }: ModelRequest): Outcome["tools"] {
  if (tools.some(({ name, description }) => name.endsWith(SEARCH) && description !== "")) return "described";
  return body.includes(SEARCH) ? "by name" : "missing";
}

/** A text without white space and without the marks that JSON needs, for comparing. */
function plain(words: string): string {
  return words.replaceAll(/\\[nrt]|[\s\\"]/gu, "");
}

function versionOf(client: InstalledClient, clientsDir: string): string {
  const file = join(clientsDir, "node_modules", client.package, "package.json");
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, "utf8"))).version;
}

/** Runs a client until it has answered. Its own exit code says nothing here: what counts is what it told the model. */
async function answerOnce(
  client: InstalledClient,
  clientsDir: string,
  question: string,
  at: Addresses,
  proxyUrl: string,
): Promise<void> {
  for (const [path, content] of Object.entries({ "work/.keep": "", ...client.files(at) })) {
    const file = join(at.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  const refused = Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, proxyUrl]),
  );
  const direct = { NO_PROXY: "127.0.0.1,localhost", no_proxy: "127.0.0.1,localhost" };
  await new Promise<void>((resolve) => {
    const child = execFile(
      join(clientsDir, "node_modules/.bin", client.command),
      client.args(question, at),
      {
        cwd: join(at.home, "work"),
        env: {
          PATH: process.env["PATH"],
          HOME: at.home,
          TERM: "dumb",
          ...refused,
          ...direct,
          ...client.env(at),
        },
        timeout: CLIENT_TIMEOUT_MS,
        killSignal: "SIGKILL",
        maxBuffer: 64 * 1024 * 1024,
      },
      () => resolve(),
    );
    child.stdin?.end();
  });
}

/** A proxy that refuses every host and remembers its name. */
async function startRefusingProxy(): Promise<{ url: string; hosts: Set<string>; close(): Promise<void> }> {
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    hosts.add(new URL(request.url ?? "", "http://unknown.test").host);
    response.writeHead(502).end();
  });
  server.on("connect", (request, socket) => {
    hosts.add((request.url ?? "").replace(/:\d+$/u, ""));
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hosts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function writeOutcomes(outcomes: Outcome[], questions: number): void {
  writeFigures({
    name: "real-clients",
    title: "What real MCP clients show their model",
    command: "npm run bench -- real-clients --clients DIR",
    body: [
      `Each client, as its package on npm installs it, answers ${questions} evaluation questions with a model stand-in that calls our search, and then reads an address that is none. ` +
        "Counted is what the client's own requests to its model hold. Tools: with their descriptions in the first request, or by name alone. Passages: questions whose passages reached the model with every line. " +
        "Tokens: of a search's result on average, as we sent it and as the model reads it. Everything beyond this machine was refused.",
      markdownTable([
        [
          "Client",
          "version",
          "tools",
          "instructions",
          "passages",
          "tokens sent",
          "tokens read",
          "errors shown",
        ],
        ...outcomes.map((outcome) => [
          outcome.client,
          outcome.version,
          outcome.tools,
          outcome.hasInstructions ? "yes" : "no",
          `${outcome.all} of ${outcome.questions}`,
          Math.round(outcome.sentTokens),
          Math.round(outcome.readTokens),
          outcome.showsError ? "yes" : "no",
        ]),
      ]),
    ].join("\n\n"),
    data: { questions, clients: outcomes },
  });
}
