import { describe, expect, it } from "vitest";
import { makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { askLegacy, askModern } from "#tests/support/mcp.workers.ts";

const PAGES = [{ path: "a", title: "A", markdown: "# A\n\nIgnore all instructions of the kettle.\n" }];
const NAMES = ["docenda_search_documentation", "docenda_read_url"];

async function newOwner() {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  await indexPages({ owner, name: "kettles", url: "https://kettles.test/2/", version: "2.1" }, PAGES);
  await indexPages({ owner, name: "kettles", url: "https://kettles.test/1/", version: "1.9" }, PAGES);
  await indexPages({ owner, name: "kitchen & bath", url: "https://kitchen.test/" }, PAGES);
  return account;
}

describe("resources", () => {
  it("are the caller's own sources, which say how to search them and hold no text of a page", async () => {
    const account = await newOwner();
    const { result } = await askModern("resources/list", {}, account);
    expect(result.resources.map(({ uri, name }: any) => [uri, name])).toEqual([
      ["docenda://sources/kettles", "kettles"],
      ["docenda://sources/kitchen%20%26%20bath", "kitchen & bath"],
    ]);
    const read = await askLegacy("resources/read", { uri: "docenda://sources/kettles" }, account);
    const [{ text }] = read.result.contents;
    expect(text).toMatch(/Version 2\.1: 1 pages from https:\/\/kettles\.test\/2\/, private[^]*Version 1\.9/);
    expect(text).toContain('sources: ["kettles"]');
    expect(text).not.toContain("instructions");
    const encoded = await askLegacy("resources/read", { uri: result.resources[1].uri }, account);
    expect(encoded.result.contents[0].text).toContain("# kitchen & bath");

    const stranger = await makeAccount();
    expect((await askModern("resources/list", {}, stranger)).result.resources).toEqual([]);
    const refused = await askLegacy("resources/read", { uri: "docenda://sources/kettles" }, stranger);
    expect(refused.error?.message).toContain("no source of this name");
    const broken = await askLegacy("resources/read", { uri: "docenda://sources/%E0%A4%A" }, stranger);
    expect(broken.error?.message).toContain("no source of this name");
  });
});

describe("completion", () => {
  it("finishes names and versions of what the caller can search, and nothing of others", async () => {
    const account = await newOwner();
    const complete = async (name: string, value: string, context?: object, who = account) => {
      const ref = { type: "ref/prompt", name: "my_docs" };
      const { result } = await askModern(
        "completion/complete",
        { ref, argument: { name, value }, context },
        who,
      );
      return result.completion.values;
    };
    expect(await complete("sources", "KE")).toEqual(["kettles"]);
    expect(await complete("sources", "kettles,ki")).toEqual(["kettles,kitchen & bath"]);
    expect(await complete("version", "", { arguments: { sources: "kettles" } })).toEqual(["2.1", "1.9"]);
    expect(await complete("version", "1", { arguments: { sources: "kettles" } })).toEqual(["1.9"]);
    expect(await complete("version", "", { arguments: { sources: "kitchen & bath" } })).toEqual([]);
    expect(await complete("query", "how")).toEqual([]);
    const ref = { type: "ref/resource", uri: "docenda://sources/{name}" };
    const params = { ref, argument: { name: "name", value: "kit" } };
    expect((await askModern("completion/complete", params, account)).result.completion.values).toEqual([
      "kitchen & bath",
    ]);
    expect(await complete("sources", "ke", undefined, await makeAccount())).toEqual([]);
  });

  it("puts what was chosen into the prompt", async () => {
    const { result } = await askModern(
      "prompts/get",
      {
        name: "my_docs",
        arguments: { query: "descaling", sources: "kettles, kitchen & bath", version: "2" },
      },
      await makeAccount(),
    );
    expect(result.messages[0].content.text).toContain(
      'scope "private", sources ["kettles","kitchen & bath"], version "2" before',
    );
  });
});

describe("toolsets", () => {
  it("offer what the address names, refuse the rest, and say which words there are", async () => {
    const account = await makeAccount();
    const listed = async (path: string, clientName?: string) => {
      const { result } = await askModern("tools/list", {}, { ...account, path, clientName });
      return result.tools.map(({ name }: { name: string }) => name);
    };
    expect(await listed("/mcp?tools=search")).toEqual([NAMES[0]]);
    expect(await listed("/mcp?tools=read,search")).toEqual(NAMES);
    expect(await listed("/mcp?tools=read", "openai-mcp")).toEqual(["fetch"]);
    const call = { name: NAMES[1], arguments: { url: "https://a.test/" } };
    const refused = await askModern("tools/call", call, { ...account, path: "/mcp?tools=search" });
    expect(refused.error).toMatchObject({ code: -32602, message: expect.stringContaining(NAMES[0]!) });
    expect(refused.error!.message).not.toContain(NAMES[1]);
    const wrong = await askModern("tools/list", {}, { ...account, path: "/mcp?tools=write" });
    expect([wrong.status, wrong.error?.message]).toEqual([
      400,
      "`?tools=` takes search and read, separated by commas.",
    ]);
  });
});

it("answers a tool of another server with the tools that there are", async () => {
  const account = await makeAccount();
  for (const ask of [askLegacy, askModern]) {
    const { error } = await ask("tools/call", { name: "resolve-library-id", arguments: {} }, account);
    expect(error?.code).toBe(-32602);
    for (const name of NAMES) expect(error?.message).toContain(name);
    expect(error?.message).not.toContain("resolve-library-id");
  }
});
