import { beforeAll, describe, expect, it } from "vitest";
import { callRead, callSearch } from "#tests/support/agent-calls.workers.ts";
import type { SearchArguments } from "#worker/calls/search-documentation.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { readDocument } from "#worker/content/document.ts";
import { factsOf } from "#tests/support/mcp-calls.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";

/** A page about the parsing of media types, as it changes from one version of a small library to the next. */
function parsing(version: string, how: string) {
  return {
    path: `${version}/parsing`,
    title: `Parsing media types`,
    markdown: `# Parsing media types\n\nThe library mediakind reads a Content-Type header.\n\n## parse {#parse}\n\n${how}\n`,
  };
}

const PAGES = {
  "1.9.0": parsing("v1", "`parse(header)` throws a TypeError when the Content-Type header is malformed."),
  "2.1.0": parsing("v2", "`parse(header)` returns an empty type when the Content-Type header is malformed."),
  "3.0.0-rc.1": parsing("v3", "`parse(header)` returns null when the Content-Type header is malformed."),
};
const SITE = "https://mediakind.test/";
const QUESTION = "what does mediakind parse do with a malformed Content-Type header";

/** As Sphinx writes one: the version is in the page's title and in the frame, and not in the text. */
const TILLERKIT_PAGE = `<html lang="en"><head><title>Steering options &#8212; Tillerkit 3.2.25 documentation</title></head><body>
<div class="document"><div id="hd"><h1><a href="index.html">Tillerkit 3.2.25 documentation</a></h1></div>
<div class="body" role="main"><section id="steering-options"><h1>Steering options<a class="headerlink" href="#steering-options">¶</a></h1>
<p>The steering backend of tillerkit takes options.</p><section id="rudder-lag"><h2><code>rudder_lag</code><a class="headerlink" href="#rudder-lag">¶</a></h2>
<p>The option <code>rudder_lag</code> of the steering backend says how many seconds the rudder needs to follow the tiller.</p></section></section></div></div></body></html>`;

let account: Account;
let stranger: Account;

beforeAll(async () => {
  [account, stranger] = await Promise.all([makeAccount({ credits: 500 }), makeAccount({ credits: 500 })]);
  const owner = { kind: "user", id: account.userId } as const;
  for (const [version, page] of Object.entries(PAGES))
    await indexPages({ owner, name: "mediakind", url: SITE, version }, [page]);
});

async function search(input: Partial<SearchArguments>, who = account) {
  const ctx = ctxOf(who);
  const answer = await callSearch(ctx, { query: QUESTION, scope: "private", ...input });
  await ctx.settled();
  return { ...answer, versions: [...new Set(answer.passages.map(({ version }) => version))] };
}

const HELD = "Indexed: 1.9.0, 2.1.0, 3.0.0-rc.1.";

describe("versions of a source", () => {
  it("answers from the newest release, alone", async () => {
    const { text, versions, versionAsked, sources } = await search({});
    expect({ versions, versionAsked, sources }).toEqual({
      versions: ["2.1.0"],
      versionAsked: null,
      sources: ["mediakind"],
    });
    expect(text).toContain("mediakind 2.1.0");
    expect(text).not.toContain("indexed; this is");
  });

  it.each<[string, Partial<SearchArguments>, string]>([
    ["as an argument", { version: "1" }, "1.9.0"],
    ["as a range", { version: "^1.2.0" }, "1.9.0"],
    ["in the question", { query: "mediakind 1 parse of a malformed Content-Type header" }, "1.9.0"],
    ["with the name of the source", { sources: ["mediakind@1.9"] }, "1.9.0"],
    ["as an answer shows it", { sources: ["mediakind 3.0.0-rc.1"] }, "3.0.0-rc.1"],
    ["with the name of the source and as an argument", { sources: ["Mediakind"], version: "v1" }, "1.9.0"],
  ])("takes a version %s", async (_where, input, version) => {
    const { text, versions } = await search(input);
    expect(versions).toEqual([version]);
    expect(text).not.toContain("indexed; this is");
  });

  it("says what it serves instead of a version that is not held, and which there are", async () => {
    const { text, versions, versionAsked } = await search({ version: "1.5" });
    expect({ versions, versionAsked }).toEqual({ versions: ["1.9.0"], versionAsked: "1.5" });
    expect(text).toContain(`Version 1.5 of mediakind isn't indexed; this is 1.9.0. ${HELD}`);
    const written = await search({ query: "mediakind v4 parse of a malformed Content-Type header" });
    expect(written).toMatchObject({ versions: ["2.1.0"], versionAsked: "4" });
    expect(written.text).toContain(`Version 4 of mediakind isn't indexed; this is 2.1.0. ${HELD}`);
  });

  it("says it as well when nothing answers, and then it costs nothing", async () => {
    const { text, passages, receipt } = await search({
      query: "mediakind quaternion rotation of zanzibar gimbals",
      version: "7",
    });
    expect(passages).toEqual([]);
    expect(receipt.creditsUsed).toBe(0);
    expect(text).toContain("Version 7 of mediakind isn't indexed; this is 2.1.0.");
  });

  it("keeps the version from libraries that it is not meant for", async () => {
    const owner = { kind: "user", id: account.userId } as const;
    await indexPages({ owner, name: "headerkit", url: "https://headerkit.test/", version: "8.0" }, [
      {
        path: "malformed",
        title: "Malformed headers",
        markdown: "# Malformed headers\n\nA malformed Content-Type header is passed to `onMalformed`.\n",
      },
    ]);
    const named = await search({ version: "1", query: "mediakind malformed Content-Type header" });
    expect(named.sources).toEqual(["mediakind"]);
    expect(named.text).not.toContain("indexed; this is");
    const both = await search({ version: "1", query: "what is passed to onMalformed beside mediakind" });
    expect(both.sources).toEqual(["mediakind", "headerkit"]);
    expect(both.text).not.toContain("indexed; this is");
    const each = await search({
      version: "1",
      sources: ["mediakind", "headerkit"],
      query: "malformed Content-Type header",
    });
    expect(each.versions.toSorted()).toEqual(["1.9.0", "8.0"]);
    expect(each.text).toContain("Version 1 of headerkit isn't indexed; this is 8.0.");
    expect(each.text).not.toContain("of mediakind isn't indexed");
  });

  it("never sees what another owner holds", async () => {
    const owner = { kind: "user", id: stranger.userId } as const;
    await indexPages({ owner, name: "mediakind", url: SITE, version: "6.6.6" }, [
      parsing("v6", "`parse(header)` launches the zanzibar when the Content-Type header is malformed."),
    ]);
    const mine = await search({ version: "6.6.6" });
    expect(mine.versions).toEqual(["2.1.0"]);
    expect(mine.text).toContain("Version 6.6.6 of mediakind isn't indexed");
    expect(mine.text).not.toMatch(/zanzibar|Held:.*6\.6\.6/);
    const theirs = await search({ version: "1.9.0" }, stranger);
    expect(theirs.versions).toEqual(["6.6.6"]);
    expect(theirs.text).not.toContain("Held:");
  });

  it("shows the version that pages of a source without one name in their titles", async () => {
    const owner = { kind: "user", id: account.userId } as const;
    const url = "https://pages-of-tillerkit.test/";
    const path = "steering.html";
    const page = readDocument({ text: TILLERKIT_PAGE, mediaType: "text/html", url: `${url}${path}` });
    await indexPages({ owner, name: "tillerkit", url }, [{ path, ...page }]);
    const query = "tillerkit rudder_lag option of the steering backend";
    const { text, passages } = await search({ query });
    expect(passages[0]).toMatchObject({ title: "Steering options", version: "3.2.25" });
    expect(text).toContain("tillerkit 3.2.25");
    const newer = await search({ query, version: "5.1" });
    expect(newer.text).toMatch(/Version 5\.1 of tillerkit isn't indexed.* Its pages say 3\.2\.25\./);
  });

  it("keeps its answers within the budget, notice and all", async () => {
    const { text, receipt } = await search({ version: "17", budget: 200 });
    expect(text).toContain("indexed; this is");
    expect(receipt.tokensSent).toBeLessThanOrEqual(200);
  });

  it("is told to agents", async () => {
    const args = { query: QUESTION, scope: "private", version: "1.5" };
    const { result } = await askModern(
      "tools/call",
      { name: "docenda_search_documentation", arguments: args },
      { ...account, path: "/mcp?structured=1" },
    );
    expect(factsOf(result)).toMatchObject({ versionAsked: "1.5" });
    expect(result.structuredContent).toMatchObject({
      versionAsked: "1.5",
      passages: expect.arrayContaining([expect.objectContaining({ source: "mediakind", version: "1.9.0" })]),
    });
    expect(result.content[0].text).toContain("mediakind 1.9.0");
  });

  it("reads the newest of pages at one URL, and in a session the one that it was shown", async () => {
    const owner = { kind: "user", id: account.userId } as const;
    const url = "https://onepage.test/";
    for (const [version, page] of Object.entries(PAGES))
      await indexPages({ owner, name: "onepage", url, version }, [{ ...page, path: "parsing" }]);
    const ctx = ctxOf(account);
    const session = "s_versions01";
    const read = async (input: { session?: string }) =>
      (await callRead(ctx, { url: `${url}parsing`, ...input })).text;
    expect(await read({})).toContain("onepage 2.1.0");
    await search({ sources: ["onepage"], version: "1", session });
    const shown = await read({ session });
    expect(shown).toContain("onepage 1.9.0");
    expect(shown).toContain("throws a TypeError");
  });
});
