import { expect, it } from "vitest";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { analyzeQuestion } from "#worker/docs-index/terms.ts";
import { updateCatalog } from "./update-catalog.ts";
import { MAX_NAMES_ASKED, routeQuestion } from "./route.ts";

const SUBJECTS = (
  "abacus barometer compass dynamo engine furnace gyroscope hydrant inverter juicer kiln lathe magnet nozzle " +
  "oscillator piston quadrant rotor sextant turbine"
).split(" ");

it("asks the best of many names, of each the newest version or the one that is meant", async () => {
  const ctx = ctxOf(await makeAccount());
  const { owner } = ctx.scope;
  for (const subject of SUBJECTS) {
    // The versions of one thing, as many as all other sources, must not crowd these out.
    const versions = subject === "turbine" ? SUBJECTS.map((_, i) => `${i + 1}.0`) : [undefined];
    for (const version of versions) {
      const url = `https://${subject}.test/`;
      const markdown = `# The ${subject}\n\nEvery workshop needs its ${subject}.`;
      const sourceId = await indexPages({ owner, name: `${subject}kit`, url, version }, [
        { path: "about", title: `The ${subject} of the workshop`, markdown },
      ]);
      await updateCatalog(ctx, { owner, indexId: "default", sourceId, homePrincipal: null });
    }
  }
  const route = async (question: string, version?: string) => {
    const terms = analyzeQuestion(question).terms.map(({ term }) => term);
    const { sources, notices } = await routeQuestion(ctx, { question, terms, scope: "private", version });
    return { sources: sources.map((source) => [source.name, source.version]), notices };
  };

  const namedOf = async (question: string, wanted: string[]) => {
    const { sources } = await routeQuestion(ctx, { question, terms: [], scope: "private", wanted });
    return sources.filter(({ isNamed }) => isNamed).map(({ name }) => name);
  };
  const four = ["kilnkit", "lathekit", "magnetkit", "nozzlekit"];
  expect(await namedOf("heat with kilnkit", ["lathekit", "magnetkit"])).toEqual(["lathekit", "magnetkit"]);
  expect(await namedOf("heat with kilnkit", four)).toEqual(["kilnkit"]);
  expect(await namedOf("heat", four)).toEqual([]);

  const { sources } = await route("the turbine of the workshop");
  expect(sources).toHaveLength(MAX_NAMES_ASKED);
  expect(sources[0]).toEqual(["turbinekit", "20.0"]);
  expect(new Set(sources.map(([name]) => name)).size).toBe(MAX_NAMES_ASKED);
  expect((await route("turbinekit 7 in the workshop")).sources[0]).toEqual(["turbinekit", "7.0"]);
  expect(await route("in the turbinekit workshop", "7.3")).toMatchObject({
    sources: expect.arrayContaining([["turbinekit", "7.0"]]),
    notices: [
      {
        isOfNamed: true,
        text: expect.stringMatching(/^Version 7\.3 of turbinekit isn't indexed; this is 7\.0\./),
      },
    ],
  });
});
