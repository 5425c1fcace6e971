import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { searchDocs } from "#worker/search/search-docs.ts";
import { routeQuestion } from "./route.ts";

const QUESTION = "how do I descale a zorbulator kettle with vinegar";

type Own = { name: string; url: string };

/** An owner who names documentation of the public catalog differently, and has a handbook beside it. */
async function makeOwner(...sources: Own[]) {
  const account = await makeAccount();
  const owner = { kind: "user", id: account.userId } as const;
  for (const { name, url } of [...sources, { name: "Handbook", url: "https://handbook.test/" }])
    await indexPages({ owner, name, url }, [
      {
        path: "kettle",
        title: `Kettles of ${url}`,
        markdown: `# Descaling\n\nTo descale a zorbulator kettle, boil vinegar in it twice, says ${url}.`,
      },
    ]);
  return ctxOf(account);
}

const FRONTEND = { name: "frontend docs", url: "https://react.dev/learn" };

it("a question that names a library goes to the owner's source at its address, the second time too", async () => {
  const ctx = await makeOwner(FRONTEND);
  for (const query of [`${QUESTION} in React`, `${QUESTION} with react-dom`, `${QUESTION} with reactjs`]) {
    const found = await searchDocs(ctx, { query, scope: "private" });
    expect(found.sources).toEqual(["frontend docs"]);
    expect(found.passages.map(({ source }) => source)).toEqual(["frontend docs"]);
    expect((await searchDocs(ctx, { query, scope: "private" })).sources).toEqual(found.sources);
  }
  const none = await searchDocs(ctx, { query: QUESTION, scope: "private" });
  expect(none.sources.toSorted()).toEqual(["Handbook", "frontend docs"]);
  const absent = await searchDocs(ctx, {
    query: "prisma and react: roll a migration back",
    scope: "private",
  });
  expect(absent.text).not.toContain("no source named");
});

it("of which another host has none, whatever it looks like", async () => {
  const ctx = await makeOwner({ name: "frontend docs", url: "https://react.dev.evil.test/learn" });
  const { sources } = await searchDocs(ctx, { query: `${QUESTION} in React`, scope: "private" });
  expect(sources.toSorted()).toEqual(["Handbook", "frontend docs"]);
  const { text } = await searchDocs(ctx, { query: "react: roll a migration back", scope: "private" });
  expect(text).toContain("No source named React is indexed");
});

it("is taken by its library's names in `sources`, where no source has the name itself", async () => {
  const two = [FRONTEND, { name: "components", url: "https://react.dev/reference/" }];
  const ctx = await makeOwner(...two);
  const wanted = async (name: string) => {
    const route = await routeQuestion(ctx, {
      question: QUESTION,
      terms: [],
      scope: "private",
      wanted: [name],
    });
    return route.sources.map((source) => source.name);
  };
  for (const name of ["React", "reactjs", "npm:react-dom"])
    expect((await wanted(name)).toSorted()).toEqual(["components", "frontend docs"]);
  await expect(wanted("Vue")).rejects.toMatchObject({ code: "not-found" });
  await indexPages({ owner: ctx.scope.owner, name: "React", url: "https://react.test/" }, [
    { path: "a", title: "A", markdown: "# A\n\nAbout it." },
  ]);
  expect(await wanted("reactjs")).toEqual(["React"]);
});

it("leads nobody but its owner to it", async () => {
  await makeOwner(FRONTEND);
  const stranger = await makeOwner();
  const { sources, text } = await searchDocs(stranger, { query: `${QUESTION} in React`, scope: "private" });
  expect(sources).toEqual(["Handbook"]);
  expect(text).not.toContain("react.dev");
  const absent = await searchDocs(stranger, { query: "react: roll a migration back", scope: "private" });
  expect(absent.text).toContain("No source named React is indexed");
  // The owner's source does not replace the public library for others either.
  const seen = await searchDocs(stranger, { query: `${QUESTION} in React` });
  expect(seen.sources).not.toContain("frontend docs");
});
