/** Data modules: the bundler and workerd load them as bytes, Vitest's Node project by the plugin of vitest.config.ts. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}

/** Files that the bundler puts beside the worker, by their address among the assets. */
declare module "*?url" {
  const address: string;
  export default address;
}

/** WebAssembly that the bundler and workerd compile: a Worker cannot compile. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
