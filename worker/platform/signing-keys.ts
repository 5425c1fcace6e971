import type { SealKeys } from "./seal.ts";

/** Purpose in the key derivation: keys of one purpose differ from those of the others and from the secret's other uses. */
export type SigningPurpose = "docenda evidence receipts, Ed25519" | "docenda crawler requests, Ed25519";

export type SigningKey = { version: number; privateKey: CryptoKey; /** Public half, base64url. */ x: string };

/** Head of an Ed25519 key in PKCS #8 (RFC 8410), up to its 32 bytes. */
const PKCS8_HEAD = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/**
 * The Ed25519 keys of a purpose, the newest first. Keys are made from the sealing secrets, one of each version, so there is no other
 * secret to set up: with a new version the next signature has a new key, and signatures of an older key hold as long as that version
 * stays in `SEAL_KEYS`.
 */
export async function signingKeys(sealKeys: SealKeys, purpose: SigningPurpose): Promise<SigningKey[]> {
  const newestFirst = [...sealKeys].toSorted(([a], [b]) => b - a);
  return Promise.all(newestFirst.map(([version, secret]) => keyOf(version, secret, purpose)));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

async function keyOf(version: number, secret: string, purpose: SigningPurpose): Promise<SigningKey> {
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveBits"]);
  const seed = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encode(purpose) },
    material,
    256,
  );
  const pkcs8 = new Uint8Array([...PKCS8_HEAD, ...new Uint8Array(seed)]);
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = (await crypto.subtle.exportKey("jwk", privateKey)) as JsonWebKey;
  return { version, privateKey, x: x! };
}
