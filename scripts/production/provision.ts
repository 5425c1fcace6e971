import { parseArgs } from "node:util";
import { missingMailRecords } from "./mail-domain.ts";
import { removeDeployment } from "./remove.ts";
import { listIds, RESOURCES, takeInventory } from "./resources.ts";
import { PRODUCTION_FILE, readProduction, VARIABLES, writeProduction } from "./settings.ts";

/** Options of the command, by the setting that each gives. */
const SETTINGS = [
  ["origin", "origin"],
  ["mail-from", "mailFrom"],
  ["contact-email", "contactEmail"],
  ["repository", "repositoryUrl"],
  ["report-bug", "reportBugUrl"],
  ["add-docs", "addDocsUrl"],
] as const;
const OPTIONS = {
  ...(Object.fromEntries(SETTINGS.map(([option]) => [option, { type: "string" }])) as Record<
    (typeof SETTINGS)[number][0],
    { type: "string" }
  >),
  /** Removes the deployment instead. */
  remove: { type: "boolean", default: false } as const,
};

/**
 * `npm run provision -- --origin https://docs.example.com --mail-from "Docenda <mail@example.com>"`, with the links of the footer
 * (`OPTIONS`): finds or makes everything that a deployment needs, and keeps settings and ids in production.json. A run begins with what is there, so the next run finishes one
 * that was cut off, and a run on a finished account changes nothing. A secret that the worker has is never made anew.
 */
async function provision(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.remove) return removeDeployment(readProduction());
  const given = SETTINGS.map(([option, setting]) => [VARIABLES[setting], values[option]] as const);
  let production = readProduction({
    ...process.env,
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  });
  writeProduction(production);

  console.log("Looking through the account ...");
  const found = await takeInventory();
  const made = RESOURCES.filter((resource) => found(resource) === undefined);
  for (const resource of RESOURCES) {
    const isMissing = made.includes(resource);
    if (isMissing) await resource.make();
    console.log(`  ${isMissing ? "made " : "there"}  ${resource.title}`);
  }
  const ids = made.some(({ binding }) => binding) ? await listIds() : null;
  for (const resource of RESOURCES) {
    if (!resource.binding) continue;
    const id = ids?.get(resource.title) ?? found(resource);
    if (id === undefined)
      throw new Error(`The ${resource.title} was made and is not listed yet. Run this again in a minute.`);
    production = { ...production, ids: { ...production.ids, [resource.binding]: id } };
  }
  writeProduction(production);
  console.log(`\nThe IDs are in ${PRODUCTION_FILE}. Left for you:`);
  for (const left of await leftToDo(production)) console.log(`  - ${left}`);
}

async function leftToDo({ origin, mailFrom }: { origin: string; mailFrom: string }): Promise<string[]> {
  const host = new URL(origin).hostname;
  const records = await missingMailRecords(mailFrom);
  return [
    `The zone of ${host} has to be in this account; the first deployment makes its DNS record and certificate.`,
    records.length === 0
      ? `Mail: SPF, DKIM and DMARC of ${mailFrom} are set.`
      : `Mail: turn on e-mail sending for the domain of ${mailFrom}, which sets these:\n      ${records.join("\n      ")}`,
    "Sign-in with GitHub or Google, packages and payments: docs/running.md says which secrets each needs.",
    "Then: npm run deploy",
  ];
}

provision().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
