import { expect, it } from "vitest";
import { clientName } from "./client-name.ts";

it.each([
  ["claude-code", "Claude Code"],
  ["cursor-vscode", "Cursor"],
  ["goose", "Goose"],
  ["Visual Studio Code", "Visual Studio Code"],
  ["my agent 2", "my agent 2"],
  ["v8-runner", "v8-runner"],
])("%s is called %s", (name, called) => expect(clientName(name)).toBe(called));
