/** A page of a long list. For a page that is not there any more, the last one. */
export function turnTo<T>(
  items: readonly T[],
  page: number,
  size: number,
): { items: readonly T[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(items.length / size));
  const at = Math.min(Math.max(0, page), pages - 1);
  return { items: items.slice(at * size, (at + 1) * size), page: at, pages };
}
