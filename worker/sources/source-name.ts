/** A name for a source that its owner did not name: the host without its empty words, and the folder that names the part. */
export function nameFromUrl(url: string): string {
  const { hostname, pathname, port } = new URL(url);
  const host = hostname.replace(/^(?:www|docs?|documentation|developers?|api)\.(?=[^.]+\.)/, "");
  const folders = pathname
    .split("/")
    .filter((part) => part !== "" && !/\.\w{2,5}$/.test(part) && !EMPTY_WORDS.has(part.toLowerCase()));
  return [host + (port ? `:${port}` : ""), ...folders.slice(0, 2)].join("/").slice(0, 100);
}

/** A free name: the given one, or with the first number that makes it free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, 95)}-${number}`;
  return free;
}

const EMPTY_WORDS = new Set(["docs", "doc", "documentation", "en", "en-us", "latest", "stable", "index"]);
