import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { findClient, instructionsFor } from "#web/features/install/clients.ts";
import type { HomeData } from "#web/pages/site/home-data.ts";

const MODULE = "virtual:home";
/** The clients that most people use. All others are on /mcp. */
const CLIENT_IDS = ["claude-code", "cursor", "codex", "vscode", "gemini-cli", "opencode"];
/** Stand-in for the MCP address, which is known in the browser. */
const URL_PLACEHOLDER = "https://address.invalid/mcp";

/** The ways of docs/figures/peers.json that the home page compares, by the beginning of their name in that file. */
const WAYS: [way: string, name: string][] = [
  ["Docenda, budget 2000", "Docenda"],
  ["SQLite FTS5, porter", "Full-text search"],
  ["Grounded Docs, 5 results", "Grounded Docs"],
  ["grep, then the best file whole", "grep, then the best page"],
];

type Outcome = { tokens: number; must: { returned: boolean } };
type Way = { way: string; outcomes: Outcome[] };

/** Gives the home page its figures and clients, worked out when the site is built, so that the data itself is not shipped. */
export function homePlugin({ root }: { root: string }): Plugin {
  return {
    name: "docenda-home",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const home: HomeData = {
        setups: setups(),
        ...measured(root),
        laps: laps(root),
        urlPlaceholder: URL_PLACEHOLDER,
      };
      return `export const home = ${JSON.stringify(home)};`;
    },
  };
}

function setups(): HomeData["setups"] {
  return CLIENT_IDS.map((id) => {
    const client = findClient(id);
    if (!client) throw new Error(`There is no client "${id}".`);
    const { command, file } = instructionsFor(client, { mcpUrl: URL_PLACEHOLDER, apiKey: null }, "mac");
    const text = command ?? file?.text;
    if (!text) throw new Error(`The client "${id}" has nothing to paste.`);
    return {
      id,
      name: client.name,
      where: command ? "In a terminal" : `In ${file?.path ?? file?.projectPath}`,
      text,
    };
  });
}

function laps(root: string): HomeData["laps"] {
  const { laps: measuredLaps } = JSON.parse(readFileSync(join(root, "docs/figures/race.json"), "utf8")) as {
    laps: HomeData["laps"];
  };
  return measuredLaps;
}

function measured(root: string): Pick<HomeData, "ways" | "corpora"> {
  const file = readFileSync(join(root, "docs/figures/peers.json"), "utf8");
  const { ways, corpora } = JSON.parse(file) as { ways: Way[]; corpora: string[] };
  return {
    corpora: corpora.length,
    ways: WAYS.map(([prefix, name]) => {
      const outcomes = ways.find(({ way }) => way.startsWith(prefix))?.outcomes;
      if (!outcomes) throw new Error(`docs/figures/peers.json has no way "${prefix}".`);
      const answered = outcomes.filter(({ must }) => must.returned).length;
      const tokens = outcomes.reduce((sum, outcome) => sum + outcome.tokens, 0);
      return {
        name,
        questions: outcomes.length,
        answeredShare: answered / outcomes.length,
        meanTokens: Math.round(tokens / outcomes.length),
      };
    }),
  };
}
