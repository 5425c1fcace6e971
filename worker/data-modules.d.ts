/** Data modules: the bundler and workerd load them as bytes, Vitest's Node project by the plugin of vitest.config.ts. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** Files that the bundler puts beside the worker: where the assets have them. */
declare module "*?url" {
  const address: string;
  export default address;
}

/** Compiled by the bundler and by workerd: a Worker cannot compile. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
