import { createInterface } from "node:readline/promises";
import { maskedIn } from "#web/features/install/mask-key.ts";
import { findAgents, knownAgents } from "../agents/find-agents.ts";
import type { Agent } from "../agents/find-agents.ts";
import { planChanges } from "../agents/plan-changes.ts";
import type { Change } from "../agents/plan-changes.ts";
import { showChange } from "../agents/show-change.ts";
import { writeChange } from "../agents/write-change.ts";
import { CliError } from "../cli-error.ts";
import { printJson } from "../command.ts";
import type { Command, Given } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import type { Exit } from "../exit-codes.ts";
import { readSettings } from "../settings.ts";

export const initCommand: Command = {
  name: "init",
  summary: "Connect the agents on this machine, after showing you each change",
  args: [],
  options: {
    client: {
      type: "string",
      multiple: true,
      value: "ID",
      help: "Only this agent, such as cursor; repeatable",
    },
    remove: { type: "boolean", help: "Take Docenda out of the agents' settings again" },
    list: { type: "boolean", help: "List the agents found here, and change nothing" },
    yes: { type: "boolean", short: "y", help: "Write without asking" },
  },
  notes:
    "Writes your API key into the agents' own settings files, in the form that each of them reads. Exits with 1 when\n" +
    "you say no, or when a file can't be changed.",
  async run(given) {
    const { outside } = given;
    const agents = agentsOf(given);
    if (given.isOn("list")) return list(given, agents);
    const isWanted = !given.isOn("remove");
    const { origin, credential } = readSettings(outside.env);
    const apiKey = credential?.kind === "key" ? credential.key : null;
    if (isWanted && apiKey === null)
      throw new CliError(
        EXIT.credentials,
        "unauthenticated",
        `Agents need an API key. Create one at ${origin}/keys, set DOCENDA_API_KEY to it, and run \`docenda init\` again.`,
      );
    const changes = planChanges(agents, { mcpUrl: `${origin}/mcp`, origin, apiKey }, isWanted);
    const wanted = changes.filter(({ action }) => action !== "none");
    for (const change of changes) outside.errors.write(maskedIn(wordsOf(change), apiKey));
    if (changes.length === 0)
      outside.errors.write("No agent found. `docenda init --list --json` shows where we look.\n");
    const isAgreed = wanted.length === 0 || given.isOn("yes") || (await isAgreedTo(given, wanted.length));
    if (isAgreed) for (const change of wanted) writeChange(change);
    if (given.isOn("json"))
      printJson(outside, {
        changes: changes.map((change) => factsOf(change, isAgreed && change.action !== "none")),
      });
    else if (wanted.length > 0)
      outside.output.write(
        isAgreed
          ? `Changed ${wanted.length} ${wanted.length === 1 ? "file" : "files"}. Restart the agents.\n`
          : "Nothing was written.\n",
      );
    return isAgreed && !changes.some(({ problem }) => problem) ? EXIT.done : EXIT.no;
  },
};

function agentsOf(given: Given): Agent[] {
  const ids = given.list("client");
  if (ids.length === 0) return findAgents(given.outside.env);
  const known = knownAgents(given.outside.env);
  return ids.map((id) => {
    const agent = known.find(({ client }) => client.id === id);
    if (agent) return agent;
    throw new CliError(
      EXIT.usage,
      "invalid-argument",
      `We can't write the settings of that agent. Use one of: ${known.map(({ client }) => client.id).join(", ")}.`,
    );
  });
}

function list(given: Given, agents: Agent[]): Exit {
  const found = agents.map(({ client: { id, name }, path }) => ({ id, name, path }));
  const lookedFor = knownAgents(given.outside.env).map(({ client: { id, name }, path }) => ({
    id,
    name,
    path,
  }));
  if (given.isOn("json")) printJson(given.outside, { found, lookedFor });
  else for (const { id, path } of found) given.outside.output.write(`${id}  ${path}\n`);
  return found.length === 0 ? EXIT.no : EXIT.done;
}

function wordsOf({ agent, before, after, action, problem }: Change): string {
  const name = `${agent.client.name} (${agent.path})`;
  if (problem) return `${name}: not changed, because ${problem}. Edit it by hand.\n\n`;
  if (action === "none") return `${name}: nothing to change.\n\n`;
  return `${name}: ${action}\n${showChange(before, after)}\n`;
}

function factsOf({ agent, action, problem }: Change, isWritten: boolean): object {
  return { client: agent.client.id, path: agent.path, action, problem, isWritten };
}

async function isAgreedTo({ outside }: Given, count: number): Promise<boolean> {
  const { input, errors } = outside;
  if (!input.isTTY) {
    errors.write("Nobody is here to ask. Add --yes to write.\n");
    return false;
  }
  const dialog = createInterface({ input, output: errors });
  const answer = await dialog.question(
    `Write ${count === 1 ? "this change" : `these ${count} changes`}? [y/N] `,
    { signal: outside.signal },
  );
  dialog.close();
  return /^y(es)?$/i.test(answer.trim());
}
