import { beforeAll, describe, expect, it } from "vitest";
import { callRead, callSearch } from "#tests/support/agent-calls.workers.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import type { Account } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { putSite, requestsTo } from "#tests/support/stub-site.workers.ts";
import { readDocument } from "#worker/content/document.ts";
import routing from "../../node_modules/agents/docs/routing.md?raw";
import scheduling from "../../node_modules/agents/docs/scheduling.md?raw";
import { countTokens } from "#worker/content/tokens.ts";
import { readUrl } from "./read-url.ts";
import type { ReadInput } from "./read-url.ts";

const SITE = "https://reading.test/";
const ROUTING = `${SITE}routing`;
const SCHEDULING = `${SITE}scheduling`;

let account: Account;

beforeAll(async () => {
  account = await makeAccount({ credits: 500 });
  const owner = { kind: "user", id: account.userId } as const;
  const page = (path: string, text: string) => {
    const { title, markdown } = readDocument({ text, mediaType: "text/markdown", url: SITE + path });
    return { path, title, markdown };
  };
  await indexPages({ owner, name: "agents", url: SITE, version: "0.32.0" }, [
    page("routing", routing),
    page("scheduling", scheduling),
  ]);
});

async function read(input: ReadInput): Promise<string> {
  const { text, tokens } = await readUrl(ctxOf(account), input);
  expect(tokens.sent).toBeLessThanOrEqual(input.budget ?? 7000);
  return text;
}

/** First line of the page's text, behind its title and address. */
function firstLine(text: string): string | undefined {
  return /<doc-\w{6}>\n.*\nhttp.*\n(?:.+\n)?\n(.*)/.exec(text)?.[1];
}

describe("a part of a page", () => {
  it.each([
    [{ url: `${SCHEDULING}#list-schedules` }, "### List Schedules"],
    [{ url: `${SCHEDULING}#List%20Schedules` }, "### List Schedules"],
    [{ url: SCHEDULING, section: "list schedules" }, "### List Schedules"],
    [{ url: `${SCHEDULING}#interval`, section: "keepAlive()" }, "#### keepAlive()"],
    [{ url: SCHEDULING, section: "Managing Schedules › List Schedules" }, "### List Schedules"],
    [{ url: ROUTING, section: "hungScheduleTimeoutSeconds" }, "### `Agent.options` (Server)"],
  ])("%j", async (input, line) => {
    const text = await read(input);
    expect(firstLine(text)).toBe(line);
    expect(text).not.toContain("The page has no");
  });

  it("of a page fetched just now as well", async () => {
    await putSite("reading-live.test", {
      "/page": `<h1>Options</h1>${Array.from({ length: 200 }, (_, n) => `<p>Long text ${n} about nothing much.</p>`).join("")}
        <table><tr><th>Name</th><th>Meaning</th></tr><tr><td><code>retries</code></td><td>How often it tries</td></tr>
        <tr><td><code>pause</code></td><td>How long it waits</td></tr></table>`,
    });
    const text = await read({ url: "https://reading-live.test/page", section: "retries", budget: 300 });
    expect(text).toContain("How often it tries");
    expect(text).not.toContain("How long it waits");
  });
});

describe("a part that the page does not have", () => {
  it("brings what comes closest to it, and the outline", async () => {
    const text = await read({ url: SCHEDULING, section: "cron in local time", budget: 2500 });
    expect(text).toContain("The page has no section, table or symbol of that name. The closest parts:");
    expect(text).toMatch(/Timezone-Aware Scheduling[^]*Outline\. Read a section/);
  });

  it("may be a question, which is no failure", async () => {
    const text = await read({ url: SCHEDULING, section: "how do I use cron expressions in local time?" });
    expect(text).not.toContain("The page has no");
    expect(text).toMatch(/The parts closest to your question:[^]*Timezone-Aware Scheduling/);
    expect(countTokens(text)).toBeLessThan(2000);
  });

  it("brings the page to who follows a fragment, and says so", async () => {
    const text = await read({ url: `${ROUTING}#L10` });
    expect(text).toContain("The page has no section with that anchor, so this is the page.");
    expect(text).toContain("# Routing");
    // A part of a heading is another anchor.
    expect(await read({ url: `${SCHEDULING}#list`, budget: 1000 })).toContain("no section with that anchor");
  });

  it("is not meant by a text fragment, an empty one or an empty section", async () => {
    for (const input of [
      { url: `${SCHEDULING}#:~:text=cron` },
      { url: `${SCHEDULING}#` },
      { url: SCHEDULING, section: "  " },
    ])
      expect(await read({ ...input, budget: 1000 })).not.toContain("The page has no");
    expect(firstLine(await read({ url: `${SCHEDULING}#list-schedules:~:text=cron` }))).toBe(
      "### List Schedules",
    );
  });
});

describe("a session", () => {
  it("fetches a page that no index holds once, however many parts of it are read", async () => {
    await putSite("reading-kept.test", {
      "/page": "<h1>One</h1><p>First.</p><h2 id=two>Two</h2><p>Second.</p>",
    });
    const ctx = ctxOf(account);
    const url = "http://reading-kept.test/page";
    expect((await callRead(ctx, { url, session: "s_kept" })).text).toContain("First.");
    await ctx.settled();
    const { text } = await callRead(ctx, { url, section: "Two", session: "s_kept" });
    expect(text).toContain("Second.");
    expect(await countFetches()).toBe(1);
    await callRead(ctx, { url, section: "Two" });
    expect(await countFetches()).toBe(2);
  });

  it("leaves out of a read in parts what its searches have brought whole, and says so", async () => {
    const ctx = ctxOf(account);
    const query = "how to cancel a schedule";
    const found = await callSearch(ctx, { query, session: "s_parts", budget: 900 });
    await ctx.settled();
    const sent = found.passages.filter(({ url, text }) => url.startsWith(SCHEDULING) && !text.includes("…"));
    expect(sent).not.toEqual([]);
    const text = (await callRead(ctx, { url: SCHEDULING, session: "s_parts", budget: 1500 })).text;
    expect(text).toContain(`session's questions (${sent.length} sent above;`);
    for (const passage of sent) expect(text).not.toContain(passage.text.trim());
    // Without the session's handle nothing is known of the session.
    expect(await read({ url: SCHEDULING, budget: 1500 })).not.toContain("sent above");
  });

  it("reads the best pages of its first answer ahead, for a read that asks no index", async () => {
    const ctx = ctxOf(account);
    const session = ctx.services.mcpSession(ctx.scope.owner, "s_ahead");
    const query = "list the schedules of an agent";
    await callSearch(ctx, { query, session: "s_ahead" });
    await ctx.settled();
    expect((await session.keptPage(SCHEDULING))?.title).toBe("Scheduling");
  });
});

async function countFetches(): Promise<number> {
  const requests = await requestsTo("reading-kept.test");
  return requests.filter(({ path }) => path === "/page").length;
}
