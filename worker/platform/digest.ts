/** SHA-256 of a text as lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** HMAC-SHA-256 of a text under a secret as lower-case hex. */
export async function hmacHex(secret: string, text: string): Promise<string> {
  return hex(await crypto.subtle.sign("HMAC", await hmacKey(secret), new TextEncoder().encode(text)));
}

/** The imported key of the deployment's one secret, kept since every call that carries an API key needs the import. */
let known: { secret: string; key: CryptoKey } | null = null;

async function hmacKey(secret: string): Promise<CryptoKey> {
  if (known?.secret === secret) return known.key;
  const raw = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  known = { secret, key };
  return key;
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
