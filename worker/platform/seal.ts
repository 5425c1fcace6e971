const IV_BYTES = 12;

/** Keys for sealing by version; the highest version seals, every version opens. */
export type SealKeys = ReadonlyMap<number, string>;

/**
 * Seals text so that only this Worker can read it: AES-256-GCM under the newest key, as `v<version>.<iv and ciphertext>` in base64url.
 * `boundTo` (such as the id and the owner) is authenticated with the text, so that a sealed text moved to another row does not open.
 */
export async function seal(keys: SealKeys, boundTo: string, text: string): Promise<string> {
  const version = Math.max(...keys.keys());
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encode(boundTo) },
    await keyOf(keys, version),
    encode(text),
  );
  return `v${version}.${toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))}`;
}

/** The text of a sealed value; throws when the value was changed, moved, or sealed under a key that is gone. */
export async function unseal(keys: SealKeys, boundTo: string, sealed: string): Promise<string> {
  const [, version, body] = /^v(\d+)\.([\w-]+)$/.exec(sealed) ?? [];
  if (version === undefined || body === undefined) throw new Error("not a sealed text");
  const bytes = fromBase64Url(body);
  const text = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes.slice(0, IV_BYTES), additionalData: encode(boundTo) },
    await keyOf(keys, Number(version)),
    bytes.slice(IV_BYTES),
  );
  return new TextDecoder().decode(text);
}

/** Keyring from `1:<secret>,2:<secret>`. A secret is any text of at least 32 characters. */
export function readSealKeys(text: string): SealKeys {
  const keys = new Map(
    text.split(",").map((entry): [number, string] => {
      const [version = "", secret = ""] = entry.trim().split(/:(.*)/s);
      if (!/^[1-9]\d*$/.test(version) || secret.length < 32)
        throw new Error("SEAL_KEYS must be like `1:<32 or more characters>`, entries apart by commas");
      return [Number(version), secret];
    }),
  );
  return keys;
}

/** The AES key of a version: SHA-256 of its secret, which is random already. */
async function keyOf(keys: SealKeys, version: number): Promise<CryptoKey> {
  const secret = keys.get(version);
  if (secret === undefined) throw new Error(`there is no sealing key of version ${version}`);
  const raw = await crypto.subtle.digest("SHA-256", encode(secret));
  return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return new Uint8Array(Array.from(binary, (char) => char.charCodeAt(0)));
}
