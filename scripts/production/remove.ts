import { createInterface } from "node:readline/promises";
import { openCloudflare } from "./cloudflare-api.ts";
import { listRemovables } from "./removal.ts";
import { names } from "./resources.ts";
import { PRODUCTION_FILE, writeProduction } from "./settings.ts";
import type { Production } from "./settings.ts";

/**
 * Removes everything that `npm run provision` and `npm run deploy` made, after a person has typed the Worker's name; any other
 * answer removes nothing. Each run begins with what the account still has, so the next one finishes a run that was cut off.
 * The settings stay in production.json, without the ids.
 */
export async function removeDeployment(production: Production): Promise<void> {
  console.log("Looking through the account ...");
  const cloudflare = await openCloudflare();
  const removables = await listRemovables(cloudflare, production);
  if (removables.length > 0) {
    console.log("This removes, with all data and without a way back:");
    for (const { title } of removables) console.log(`  ${title}`);
    if (!(await isConfirmed())) {
      console.log("\nThat isn't the name. Nothing was removed.");
      process.exitCode = 1;
      return;
    }
  }
  const waiting: string[] = [];
  for (const { title, remove } of removables) {
    const isGone = await remove();
    if (!isGone) waiting.push(title);
    console.log(`  ${isGone ? "removed" : "waits  "}  ${title}`);
  }
  if (waiting.length > 0) {
    console.log(
      `\nThe ${waiting.join(", ")} still has files. R2 deletes them within two days; run this again then.`,
    );
    return;
  }
  const { ids: _ids, isCatalogCrawled: _isCatalogCrawled, ...settings } = production;
  writeProduction(settings);
  console.log(`\nThe account has nothing of this deployment. Left for you:`);
  console.log(`  - DNS: delete the records of ${new URL(production.origin).hostname} and of its mail.`);
  console.log("  - Apps at GitHub and Google, and webhooks at Stripe.");
  console.log(`  - ${PRODUCTION_FILE}: keeps the settings for another deployment.`);
}

async function isConfirmed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((settle) => terminal.once("close", () => settle("")));
  try {
    const typed = await Promise.race([
      terminal.question(`\nType ${names.worker} to remove all of it: `),
      closed,
    ]);
    return typed.trim() === names.worker;
  } finally {
    terminal.close();
  }
}
