import { createHash, createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** The path at which the local runtime keeps the database of the object of that class and name. Makes the folder. */
export function objectFile(stateDir: string, className: string, name: string): string {
  const folder = join(stateDir, "state/v3/do", `docenda-${className}`);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${objectId(`docenda-${className}`, name)}.sqlite`);
}

/**
 * The id that workerd derives from a name: half of it from the name, the other half from the first half, both with the key of
 * the class.
 */
function objectId(uniqueKey: string, name: string): string {
  const key = createHash("sha256").update(uniqueKey).digest();
  const first = createHmac("sha256", key).update(name).digest().subarray(0, 16);
  const second = createHmac("sha256", key).update(first).digest().subarray(0, 16);
  return Buffer.concat([first, second]).toString("hex");
}
