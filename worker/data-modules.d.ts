/** Data modules: the bundler and workerd load them as bytes, Vitest's Node project by the plugin of vitest.config.ts. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  export default bytes;
}
