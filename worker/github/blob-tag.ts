/**
 * Tag of a stored page for its file: the id that git gives to these bytes, the SHA-1 over a header and the bytes themselves (git's "blob"
 * objects). The same id in a later tree means the same file.
 */
export async function blobTag(bytes: Uint8Array): Promise<string> {
  const header = new TextEncoder().encode(`blob ${bytes.byteLength}\0`);
  const object = new Uint8Array(header.byteLength + bytes.byteLength);
  object.set(header);
  object.set(bytes, header.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", object));
  return `blob:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Characters kept of the blob id of an included file. */
const SHORT_ID = 12;

/** The tag of a page with its included files: a line for each with the beginning of its blob's id, or a dash for a missing file. */
export function withIncluded(
  tag: string,
  included: Iterable<string>,
  ids: ReadonlyMap<string, string>,
): string {
  const lines = Array.from(included, (path) => `${ids.get(path)?.slice(0, SHORT_ID) ?? "-"} ${path}`);
  return [tag, ...lines].join("\n");
}

/** The blob of a page by its tag, if every included file is unchanged in the tree; else null. */
export function blobIfCurrent(tag: string | null, ids: ReadonlyMap<string, string>): string | null {
  const [own = "", ...included] = (tag ?? "").split("\n");
  const isCurrent = included.every((line) => {
    const at = line.indexOf(" ");
    return line.slice(0, at) === (ids.get(line.slice(at + 1))?.slice(0, SHORT_ID) ?? "-");
  });
  return isCurrent ? (/^blob:([0-9a-f]+)$/.exec(own)?.[1] ?? null) : null;
}
