import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { callSearch } from "#tests/support/agent-calls.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { PUBLIC_OWNER } from "#worker/context.ts";
import { searchDocs } from "./search-docs.ts";

const QUESTION = "how do I descale a zorbulator kettle with vinegar";

/** Two libraries of the public catalog and one that is nobody else's, each with a page of its own. */
async function makeAccountWith(names: string[], owner?: typeof PUBLIC_OWNER) {
  const account = await makeAccount();
  const own = { kind: "user", id: account.userId } as const;
  for (const name of names) await indexKettle(owner ?? own, name);
  return { ctx: ctxOf(account), own };
}

async function indexKettle(owner: Parameters<typeof indexPages>[0]["owner"], name: string) {
  const host = name.toLowerCase().replaceAll(" ", "-");
  await indexPages({ owner, name, url: `https://${host}.test/` }, [
    {
      path: "kettle",
      title: `${name} kettles`,
      markdown: `# Descaling\n\nTo descale a zorbulator kettle of ${name}, boil vinegar in it twice.`,
    },
  ]);
}

it("asks the sources that a question names, and all when it names none", async () => {
  const { ctx } = await makeAccountWith(["Zod", "Hono"]);
  const named = await searchDocs(ctx, { query: `${QUESTION} in Zod`, scope: "private" });
  expect(named.sources).toEqual(["Zod"]);
  expect(named.passages.map(({ source }) => source)).toEqual(["Zod"]);
  const both = await searchDocs(ctx, { query: `${QUESTION} in Zod and Hono`, scope: "private" });
  expect(both.sources.toSorted()).toEqual(["Hono", "Zod"]);
  const none = await searchDocs(ctx, { query: QUESTION, scope: "private" });
  expect(none.sources.toSorted()).toEqual(["Hono", "Zod"]);
});

it("asks the others too when the one that is named has no answer", async () => {
  const { ctx, own } = await makeAccountWith(["Zod"]);
  await indexPages({ owner: own, name: "Teapots", url: "https://teapots.test/" }, [
    {
      path: "lids",
      title: "Lids",
      markdown:
        "# Lids\n\nA quibbling lid wobbles when its frumious hinge is loose: tighten the gronk screw.",
    },
  ]);
  const { sources, passages } = await searchDocs(ctx, {
    query: "zod: the quibbling lid wobbles, frumious hinge loose, which gronk screw",
    scope: "private",
  });
  expect(sources).toEqual(["Zod", "Teapots"]);
  expect(passages.map(({ source }) => source)).toEqual(["Teapots"]);
});

it("asks an account's own documents beside a public library that the question names", async () => {
  const { ctx, own } = await makeAccountWith(["Zod"], PUBLIC_OWNER);
  await indexKettle(own, "Kitchen handbook");
  const beside = await searchDocs(ctx, { query: `${QUESTION} in Zod` });
  expect(beside.sources).toEqual(expect.arrayContaining(["Zod", "Kitchen handbook"]));
  const namedOwn = await searchDocs(ctx, { query: `${QUESTION} as the kitchen handbook says` });
  expect(namedOwn.sources).toEqual(["Kitchen handbook"]);
});

it("says that a library is not there when the question names one that none of the sources is", async () => {
  const { ctx } = await makeAccountWith(["Zod"]);
  const query = "prisma: how do I roll a migration back";
  const all = await searchDocs(ctx, { query, scope: "private" });
  expect(all.passages).toEqual([]);
  expect(all.text).toContain(
    "No source named Prisma is indexed, and nothing in Zod answers this. Add its docs to search them.",
  );
  expect(all.text).toMatch(/^Not found/);
  expect(all).toMatchObject({ confidence: "absent", leftOut: [] });
});

it("sends what is nearest for free, in few tokens, and says that it may not answer", async () => {
  const { ctx, own } = await makeAccountWith(["Zod"]);
  const filler = "The zorbulator kettle hums, and its lid is warm. ".repeat(12);
  await indexPages({ owner: own, name: "Teapots", url: "https://teapots.test/" }, [
    {
      path: "hum",
      title: "Humming",
      markdown: [1, 2, 3, 4, 5, 6].map((n) => `## Kettle ${n}\n\n${filler} Part ${n}.`).join("\n\n"),
    },
  ]);
  const query = "which warranty do refurbished kettle spouts come with abroad";
  const answer = await callSearch(ctx, { query, scope: "private", sources: ["Teapots"], budget: 5000 });
  expect(answer.confidence).toBe("nearest");
  expect(answer.passages.length).toBeGreaterThan(0);
  expect(answer.receipt).toMatchObject({ creditsUsed: 0 });
  expect(answer.receipt.tokensSent).toBeLessThanOrEqual(800);
  expect(answer.text.split("\n")[0]).toMatch(/^Nearest passages · Teapots · /);
  expect(answer.text).toContain("These passages may not answer this.");
  // The same question once more is as free.
  const again = await callSearch(ctx, { query, scope: "private", sources: ["Teapots"], budget: 5000 });
  expect(again.receipt.creditsUsed).toBe(0);
});

it("finds by keywords what the question does not say, and a wrong guess changes nothing", async () => {
  const { ctx, own } = await makeAccountWith(["Zod"]);
  await indexPages({ owner: own, name: "Teapots", url: "https://teapots.test/" }, [
    {
      path: "lids",
      title: "Lids",
      markdown: "# Lids\n\nThe pot has a lid. Tighten the gronk screw of its hinge.",
    },
    {
      path: "spouts",
      title: "Spouts",
      markdown: "# Spouts\n\nThe pot has a spout. Pour with the frumious valve open.",
    },
  ]);
  const ask = async (keywords?: string[]) => {
    const found = await searchDocs(ctx, { query: "pot", scope: "private", sources: ["Teapots"], keywords });
    return found.passages.map(({ title }) => title);
  };
  expect((await ask(["gronk screw"]))[0]).toBe("Lids");
  expect((await ask(["frumious valve"]))[0]).toBe("Spouts");
  expect(await ask(["qwertyuiop"])).toEqual(await ask());
});

it("sends nothing where the question has nothing in common with the sources", async () => {
  const { ctx } = await makeAccountWith(["Zod"]);
  const answer = await searchDocs(ctx, { query: "frumious quibbling gronk", scope: "private" });
  expect(answer).toMatchObject({ confidence: "absent", passages: [], leftOut: [] });
  expect(answer.text).toMatch(/^Not found/);
  expect(answer.text).toContain("This has nothing in common with Zod.");
});

it("says of an answer that it is what others say, when the question names a library that none of the sources is", async () => {
  const { ctx, own } = await makeAccountWith(["Zod"]);
  await indexKettle(own, "Kitchen handbook");
  const { passages, text } = await searchDocs(ctx, { query: `${QUESTION}, Prisma`, scope: "private" });
  expect(passages.length).toBeGreaterThan(0);
  expect(text).toContain("No source named Prisma is indexed; these passages are from other sources.");
  const unnamed = await searchDocs(ctx, { query: QUESTION, scope: "private" });
  expect(unnamed.text).not.toContain("No source named");
});

it("is never sure, and free, where the chosen sources say nothing of the library that the question names", async () => {
  const { ctx } = await makeAccountWith(["Zod", "Prisma"]);
  const ask = (query: string, sources?: string[]) => callSearch(ctx, { query, scope: "private", sources });
  const other = await ask(`${QUESTION}, Prisma`, ["Zod"]);
  expect(other).toMatchObject({ confidence: "nearest", receipt: { creditsUsed: 0 } });
  expect(other.text).toContain("None of the sources in `sources` is Prisma.");
  expect(other.text).not.toContain("No source named");
  expect((await ask(QUESTION, ["Zod"])).confidence).toBe("sure");
  const all = await ask(`${QUESTION}, Prisma`);
  expect(all).toMatchObject({ confidence: "sure", sources: ["Prisma"] });
});

it("is sure where the library that the question names plays a part on the chosen source's page", async () => {
  const { ctx, own } = await makeAccountWith([]);
  await indexPages({ owner: own, name: "Teapots", url: "https://teapots.test/" }, [
    {
      path: "adapters",
      title: "Adapters",
      markdown: "# Adapters\n\nThe Prisma adapter of the zorbulator kettle descales it with vinegar.",
    },
  ]);
  const query = "how does the prisma adapter descale a zorbulator kettle with vinegar";
  const { confidence, text } = await callSearch(ctx, { query, scope: "private", sources: ["Teapots"] });
  expect(confidence).toBe("sure");
  expect(text).not.toContain("Prisma.");
});

it("does not take a library for the one whose name its own is a part of", async () => {
  const { ctx } = await makeAccountWith(["React"]);
  const { text } = await searchDocs(ctx, { query: `${QUESTION} in React Router`, scope: "private" });
  expect(text).toContain("No source named React Router is indexed");
});
