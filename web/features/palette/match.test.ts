import { expect, it } from "vitest";
import type { Command } from "./commands.ts";
import { rankCommands } from "./match.ts";

const command = (name: string, group: Command["group"], keywords?: string): Command => ({
  id: name,
  name,
  group,
  ...(keywords && { keywords }),
  run: () => {},
});

const COMMANDS = [
  ...["Dashboard", "API Keys", "Activity"].map((name) => command(name, "Pages")),
  command("Create API key", "Actions", "new"),
  command("Dark theme", "Actions", "toggle"),
  command("Keyboard shortcuts", "Actions"),
  ...Array.from({ length: 200 }, (_, index) => command(`runner ${index}`, "Keys", `doc_${index}`)),
];

it.each([
  ["keys", "API Keys"],
  ["cak", "Create API key"],
  ["dark", "Dark theme"],
  ["dash", "Dashboard"],
  ["short", "Keyboard shortcuts"],
  ["act", "Activity"],
  ["toggle", "Dark theme"],
  ["runner 170", "runner 170"],
  ["doc_42", "runner 42"],
  ["zzz", undefined],
])("%s finds %s", (typed, name) => {
  expect(rankCommands(COMMANDS, typed)[0]?.name).toBe(name);
});

it("offers pages and actions before anything is typed, and never more than a list can hold", () => {
  expect(rankCommands(COMMANDS, " ").map(({ group }) => group)).toEqual([
    ...Array<string>(3).fill("Pages"),
    ...Array<string>(3).fill("Actions"),
  ]);
  expect(rankCommands(COMMANDS, "runner").length).toBeLessThan(50);
});
