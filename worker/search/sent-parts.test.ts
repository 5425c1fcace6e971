import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitChunks } from "#worker/content/chunks.ts";
import { readDocument } from "#worker/content/document.ts";
import { listSections } from "#worker/content/sections.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { cutPassage } from "./cut-passage.ts";
import { listPieces } from "./passage-pieces.ts";
import { pieceKeys, withoutSentPieces } from "./sent-parts.ts";

const CHUNKS = ["scheduling.md", "routing.md", "chat-agents.md"].flatMap((name) => {
  const text = readFileSync(`node_modules/agents/docs/${name}`, "utf8");
  const { markdown } = readDocument({ text, mediaType: "text/markdown", url: `https://docs.test/${name}` });
  return splitChunks(markdown, listSections(markdown));
});

const TABLE = CHUNKS.find(({ text }) => text.includes("`options.locationHint`"))!.text;

it("gives of a table the rows that were not sent, under its head", () => {
  const { terms } = analyzeQuestion("which jurisdiction does an agent live in");
  const part = cutPassage(TABLE, terms, 110)!;
  expect(withoutSentPieces("h", TABLE, new Set(pieceKeys("h", TABLE, part)))).toMatchInlineSnapshot(`
    "## API Reference

    ### \`routeAgentRequest(request, env, options?)\`

    Routes a request to the appropriate agent.

    … (sent above)

    | Parameter | Type | Description |
    | --- | --- | --- |
    | \`request\` | \`Request\` | The incoming request |
    | \`env\` | \`Env\` | Environment with agent bindings |
    | \`options.cors\` | \`boolean \\| HeadersInit\` | Enable CORS headers |

    … (sent above)

    | Parameter | Type | Description |
    | --- | --- | --- |
    | \`options.onBeforeConnect\` | \`Function\` | Callback before WebSocket connections |
    | \`options.onBeforeRequest\` | \`Function\` | Callback before HTTP requests |

    **Returns:** \`Promise<Response \\| undefined>\` - Response if matched, undefined if no agent route"
  `);
});

it("gives a passage of which nothing was sent as it is, and nothing of one that was sent whole in parts", () => {
  expect(withoutSentPieces("h", TABLE, new Set(pieceKeys("other", TABLE, TABLE)))).toBe(TABLE);
  expect(withoutSentPieces("h", TABLE, new Set(pieceKeys("h", TABLE, TABLE)))).toBeNull();
});

it("sends every piece once, in however many parts", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHUNKS),
      fc.array(fc.integer({ min: 60, max: 400 }), { minLength: 1, maxLength: 6 }),
      ({ text }, budgets) => {
        const sent = new Set<string>();
        const parts: string[] = [];
        for (const budget of budgets) {
          const left = withoutSentPieces("h", text, sent);
          const part = left && cutPassage(left, [], budget);
          if (!part) continue;
          parts.push(part);
          for (const key of pieceKeys("h", text, part)) sent.add(key);
        }
        // The head of a table comes with every part of it, headings with every part of the passage.
        const pieces = listPieces(text).filter((piece) => !piece.isHeading && !isTableHead(piece.text));
        for (const piece of pieces.filter((one) => text.split(one.text).length === 2))
          expect(parts.filter((part) => part.includes(piece.text)).length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 200 },
  );
});

function isTableHead(text: string): boolean {
  return /^\|.*\n\|[ :|-]+$/.test(text);
}
