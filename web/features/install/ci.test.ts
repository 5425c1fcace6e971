import { expect, it } from "vitest";
import { parse } from "yaml";
import { ciRecipes } from "./ci.ts";

const RECIPES = ciRecipes("https://docenda.test/mcp");

type Workflow = {
  jobs: { agent: { steps: { uses?: string; env?: Record<string, string>; run?: string }[] } };
};

it.each(RECIPES)("$name: a workflow with the key in one step's environment and nowhere else", ({ text }) => {
  const { jobs } = parse(text) as Workflow;
  const [checkout, step] = jobs.agent.steps;
  expect(checkout).toEqual({ uses: "actions/checkout@v5" });
  expect(step?.env?.DOCENDA_API_KEY).toBe("${{ secrets.DOCENDA_API_KEY }}");
  // A secret written into the script itself could be read in the log of the shell.
  expect(step?.run).not.toContain("${{");
  expect(step?.run).toContain("DOCENDA_API_KEY");
  expect(step?.run).toContain("https://docenda.test/");
});

it("names the address before the header, which takes all that follows", () => {
  const claude = RECIPES.find(({ id }) => id === "claude-code")!.text;
  expect(claude).toMatch(
    / docenda https:\/\/docenda\.test\/mcp --header "Authorization: Bearer \$DOCENDA_API_KEY"\n/,
  );
  expect(claude).toContain("mcp__docenda__docenda_search_documentation,mcp__docenda__docenda_read_url");
});
