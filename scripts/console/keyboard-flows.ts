import { startVitest } from "vitest/node";

/** Tests that do people's main flows by keyboard, in every way of seeing the console. */
const FILES = ["tests/web/main-flows.test.ts", "tests/web/console-keyboard.test.ts"];

export type Flow = { name: string; isDone: boolean };

/** Does all flows in each look, and says which were done to the end. */
export async function keyboardFlows(): Promise<Flow[]> {
  process.env.WEB_ALL = "1";
  const vitest = await startVitest("test", FILES, { run: true, watch: false, project: ["web"] });
  const flows = vitest.state
    .getTestModules()
    .flatMap((module) => [...module.children.allTests()])
    .map((test) => ({ name: test.name, isDone: test.result().state === "passed" }));
  await vitest.close();
  if (flows.length === 0) throw new Error("none of the flows was found");
  return flows;
}
