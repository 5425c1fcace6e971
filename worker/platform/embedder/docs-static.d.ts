/** Text modules: the bundler and workerd load them as a string. */
declare module "*.txt" {
  const text: string;
  export default text;
}
