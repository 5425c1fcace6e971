/** A file as a string, by Vite; for tests. */
declare module "*?raw" {
  const text: string;
  export default text;
}
