/**
 * What a stored page remembers of its file: the id that git gives to these bytes, the SHA-1 over a header and the bytes
 * themselves (git's "blob" objects). The same id in a later tree means the same file.
 */
export async function blobTag(bytes: Uint8Array): Promise<string> {
  const header = new TextEncoder().encode(`blob ${bytes.byteLength}\0`);
  const object = new Uint8Array(header.byteLength + bytes.byteLength);
  object.set(header);
  object.set(bytes, header.byteLength);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", object));
  return `blob:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
