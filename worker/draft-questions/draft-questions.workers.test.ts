import { expect, it } from "vitest";
import { ctxOf, makeAccount, systemCtx } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { makeTeam } from "#tests/support/teams.workers.ts";
import { moveSources } from "#worker/source-moves/move-sources.ts";
import { draftQuestions } from "./draft-questions.ts";

const STEPS =
  "Call `openBurrow` before the animals arrive, and close it when the last of them has left. ".repeat(8);
const ASKED = { source: "quokka", limit: 5 };

it("drafts questions about a source, wherever it has moved, and for those alone who can search it", async () => {
  const account = await makeAccount();
  const personal = ctxOf(account);
  const { owner: from } = personal.scope;
  await indexPages({ owner: from, name: "quokka", url: "https://quokka.test/" }, [
    { path: "burrows", title: "Burrows", markdown: `# Burrows\n\n## Opening one\n\n${STEPS}\n` },
  ]);
  const drafts = [
    {
      question: "quokka: Opening one (Burrows)",
      must: ["openBurrow"],
      url: "https://quokka.test/burrows",
    },
  ];
  expect(await draftQuestions(personal, ASKED)).toEqual(drafts);

  const to = { kind: "team", id: await makeTeam({ [account.userId]: "owner" }) } as const;
  expect(await moveSources(systemCtx(), { from, to })).toMatchObject({ moved: 1 });
  expect(await draftQuestions({ ...personal, scope: { owner: to } }, ASKED)).toEqual(drafts);
  await expect(draftQuestions(ctxOf(await makeAccount()), ASKED)).rejects.toMatchObject({
    code: "not-found",
  });
});

it("drafts as many as are wanted, spread over the pages", async () => {
  const account = await makeAccount();
  const ctx = ctxOf(account);
  const pages = Array.from({ length: 12 }, (_, n) => ({
    path: `burrow-${n}`,
    title: `Burrow ${n}`,
    markdown: `# Burrow ${n}\n\n## Opening it\n\n${STEPS}\n`,
  }));
  await indexPages({ owner: ctx.scope.owner, name: "quokka", url: "https://quokka.test/" }, pages);
  const drafts = await draftQuestions(ctx, { source: "quokka", limit: 4 });
  expect(drafts.map(({ url }) => url)).toEqual([2, 5, 8, 11].map((n) => `https://quokka.test/burrow-${n}`));
});
