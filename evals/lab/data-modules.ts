import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import type { LoadHookSync } from "node:module";
import { fileURLToPath } from "node:url";
import type { DataFiles } from "#worker/platform/data-files.ts";

/** The data files of the repository, in place of those of a deployment. */
export const DISK_FILES: DataFiles = {
  bytes: (address) => Promise.resolve(new Uint8Array(readFileSync(address)).buffer),
};

/**
 * A hook, from which on Node imports the Worker's data modules as its bundler does: `.bin` as an ArrayBuffer, `.wasm` as a
 * module, and a name that ends with `?url` as its address, which is a path here.
 */
export function allowDataModules(): void {
  registerHooks({ load: loadDataModule });
}

const loadDataModule: LoadHookSync = (url, context, nextLoad) => {
  if (url.endsWith(".bin")) {
    const path = JSON.stringify(fileURLToPath(url));
    const source = `import { readFileSync } from "node:fs"; export default new Uint8Array(readFileSync(${path})).buffer;`;
    return { format: "module", source, shortCircuit: true };
  }
  if (url.endsWith("?url")) {
    const path = JSON.stringify(fileURLToPath(url));
    return { format: "module", source: `export default ${path};`, shortCircuit: true };
  }
  if (url.endsWith(".wasm")) {
    const path = JSON.stringify(fileURLToPath(url));
    const source = `import { readFileSync } from "node:fs"; export default new WebAssembly.Module(readFileSync(${path}));`;
    return { format: "module", source, shortCircuit: true };
  }
  return nextLoad(url, context);
};
