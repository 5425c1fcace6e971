/** The last part of the address of a library's page: `react-router` for React Router, `cpp-reference` for C++ reference. */
export function librarySlug(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll("+", "p")
    .replaceAll("#", "sharp")
    .match(/[\p{L}\p{N}]+/gu);
  return words?.join("-") ?? "";
}
