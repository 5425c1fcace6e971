import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as z from "zod";
import type { InstalledCli } from "#tests/cli/installed-cli.ts";
import type { Product } from "../product.ts";

const answer = z.object({
  confidence: z.string(),
  passages: z.array(z.object({ url: z.string(), text: z.string() })),
});
export type DoorAnswer = z.infer<typeof answer>;

/** A way to ask the product. Questions go to one source, with the default budget, each in a session of its own. */
export type Door = { name: string; ask(query: string, source: string): Promise<DoorAnswer> };

/**
 * The doors of a product whose sources are its account's own, and of a pack of these sources, HTTP first. The same call of the same key within
 * 60 s gets the same answer again, so each door says by another `scope` what all of them mean: no answer is another door's.
 */
export function openDoors({
  product,
  cli,
  packFile,
}: {
  product: Product;
  cli: InstalledCli;
  packFile: string;
}) {
  const authorization = `Bearer ${product.apiKey}`;
  const client = new Client(
    { name: "docenda-evals", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const connected = client.connect(
    new StreamableHTTPClientTransport(new URL(`${product.mcpUrl}?structured=1`), {
      requestInit: { headers: { authorization } },
    }),
  );
  const runCli = async (args: string[]) => {
    // Node 22.13 or later has the SQLite that a pack needs.
    const { output, errors } = await cli.run(["search", ...args, "--json"], { node: process.execPath });
    if (errors !== "") throw new Error(`docenda search ${args.join(" ")}: ${errors}`);
    return answer.parse(JSON.parse(output));
  };
  const doors: Door[] = [
    {
      name: "HTTP",
      async ask(query, source) {
        const response = await fetch(`${product.server.url}/api/v1/search`, {
          method: "POST",
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify({ query, sources: [source] }),
        });
        return answer.parse(await response.json());
      },
    },
    {
      name: "MCP",
      async ask(query, source) {
        await connected;
        const args = { query, sources: [source], scope: "all" };
        const result = await client.callTool({ name: "docenda_search_documentation", arguments: args });
        return answer.parse(result.structuredContent);
      },
    },
    {
      name: "Command line",
      ask: (query, source) => runCli([query, "--source", source, "--scope", "private"]),
    },
    {
      name: "Offline pack",
      ask: (query, source) => runCli([query, "--source", source, "--offline", packFile]),
    },
  ];
  return { doors, close: () => client.close() };
}

/** How an answer relates to the answer of another door: `cut` is explained by `compareAnswers`. */
export type Likeness = "same" | "cut" | "other";

/**
 * `same`: the same certainty and the same passages, word for word. `cut`: the same up to the end of the answer. Names of the session and of the
 * marks are drawn for each answer, take a token more or less, and are absent offline, so the last passage may be cut elsewhere, or one passage
 * more may fit.
 */
export function compareAnswers(wanted: DoorAnswer, found: DoorAnswer): Likeness {
  const [shorter, longer] = [wanted.passages, found.passages].toSorted((a, b) => a.length - b.length);
  const last = shorter!.length - 1;
  const isEqual = shorter!.every(
    ({ url, text }, i) => longer![i]!.url === url && (longer![i]!.text === text || i === last),
  );
  const more = longer!.length - shorter!.length;
  if (wanted.confidence !== found.confidence || !isEqual || more > 1 || (last < 0 && more > 0))
    return "other";
  return more === 0 && wanted.passages[last]?.text === found.passages[last]?.text ? "same" : "cut";
}
