import { join, resolve } from "node:path";
import { ROOT } from "../root.ts";
import { backUp, restore } from "./backup.ts";

/** `npm run backup -- FOLDER` and `npm run restore -- FOLDER`: the data of the copy that `npm start` serves, which has to be stopped. */
const stateDir = resolve(process.env.DOCENDA_STATE ?? join(ROOT, ".local"));
const [verb, folder] = process.argv.slice(2);

try {
  if (!folder || (verb !== "backup" && verb !== "restore"))
    throw new Error("Name the folder of the backup: npm run backup -- FOLDER, or npm run restore -- FOLDER.");
  const target = resolve(folder);
  const { files } = await (verb === "backup" ? backUp(stateDir, target) : restore(target, stateDir));
  const sizeBytes = Object.values(files).reduce((sum, file) => sum + file.sizeBytes, 0);
  const done = `${Object.keys(files).length} files, ${(sizeBytes / 1e6).toFixed(1)} MB`;
  console.log(
    verb === "backup"
      ? `Backed up ${done} into ${target}. It holds secrets and personal data: keep it where only you can read it.`
      : `Restored ${done} into ${stateDir}. Start it with npm start.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
