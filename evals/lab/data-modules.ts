import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import type { LoadHookSync } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * From here on Node imports the Worker's data modules as its bundler does: `.bin` as an ArrayBuffer, `.txt` as a string, `.wasm` as a
 * module.
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
  if (url.endsWith(".txt")) {
    const text = JSON.stringify(readFileSync(fileURLToPath(url), "utf8"));
    return { format: "module", source: `export default ${text};`, shortCircuit: true };
  }
  if (url.endsWith(".wasm")) {
    const path = JSON.stringify(fileURLToPath(url));
    const source = `import { readFileSync } from "node:fs"; export default new WebAssembly.Module(readFileSync(${path}));`;
    return { format: "module", source, shortCircuit: true };
  }
  return nextLoad(url, context);
};
