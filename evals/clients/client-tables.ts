import { markdownTable } from "../bench/figures.ts";
import type { ClientRule, Fact, Source } from "./client-rule.ts";
import { CLIENTS } from "./clients.ts";

const BEGIN = "<!-- made from evals/clients: do not edit by hand -->";
const END = "<!-- end of what is made from evals/clients -->";

/** The part of docs/mcp-clients.md that shows the rules: two tables, and the sources of their numbers. */
function renderClientTables(): string {
  const sections = CLIENTS.map((client) => ({ client, sources: sourcesOf(client) }));
  return [
    "## What reaches the model",
    table([
      ["Text and `structuredContent`", "bothFields"],
      ["Several items", "severalItems"],
      ["Too long", "tooLong"],
    ]),
    table([
      ["`isError`", "errors"],
      ["`_meta` of a result", "meta"],
    ]),
    "## Names and descriptions",
    table([
      ["Tool names", "names"],
      ["Descriptions and instructions", "descriptions"],
    ]),
    "## Sources",
    ...sections.map(({ client, sources }) =>
      [
        `**${client.name}**, ${client.version}:`,
        "",
        ...sources.map(({ url, date }, i) => `${i + 1}. <${url}> (${date})`),
      ].join("\n"),
    ),
  ].join("\n\n");
}

function table(heads: [string, keyof ClientRule["facts"]][]): string {
  return markdownTable([
    ["Client", ...heads.map(([head]) => head)],
    ...CLIENTS.map((client) => [client.name, ...heads.map(([, key]) => cell(client, client.facts[key]))]),
  ]).replaceAll("---:", "---");
}

/** A fact with the numbers of its sources in the client's list. */
function cell(client: ClientRule, { says, from, isAssumed }: Fact): string {
  const sources = sourcesOf(client);
  const numbers = from.map(({ url }) => sources.findIndex((source) => source.url === url) + 1);
  const ordered = numbers.sort((a, b) => a - b).join(", ");
  return `${isAssumed ? "**Assumed:** " : ""}${says}${ordered === "" ? "" : ` [${ordered}]`}`;
}

/** The page with its tables as the rules are today. Throws when the page has lost its marks. */
export function withClientTables(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error("the page has no marks around its made part");
  return `${page.slice(0, begin)}${BEGIN}\n\n${renderClientTables()}\n\n${page.slice(end)}`;
}

function sourcesOf({ facts }: ClientRule): Source[] {
  const all = Object.values(facts).flatMap(({ from }) => from);
  return [...new Map(all.map((source) => [source.url, source])).values()];
}
