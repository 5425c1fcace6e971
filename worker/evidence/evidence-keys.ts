import type { EvidenceKeySet } from "#schema/evidence.ts";
import type { SealKeys } from "#worker/platform/seal.ts";

/** Purpose in the key derivation, so that these keys differ from the other uses of the secret. */
const PURPOSE = "docenda evidence receipts, Ed25519";
/** Head of an Ed25519 key in PKCS #8 (RFC 8410), up to its 32 bytes. */
const PKCS8_HEAD = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

type SigningKey = { kid: string; privateKey: CryptoKey; x: string };

/**
 * The newest signing key. Keys are made from the sealing secrets, one of each version, so there is no other secret to set up: with a new
 * version the next receipt has a new key, and receipts of an older key hold as long as that version stays in `SEAL_KEYS`.
 */
export async function newestKey(sealKeys: SealKeys): Promise<SigningKey> {
  const version = Math.max(...sealKeys.keys());
  return keyOf(version, sealKeys.get(version)!);
}

/** The public halves of all keys, newest first. */
export async function listEvidenceKeys(sealKeys: SealKeys): Promise<EvidenceKeySet> {
  const newestFirst = [...sealKeys].toSorted(([a], [b]) => b - a);
  const keys = await Promise.all(newestFirst.map(([version, secret]) => keyOf(version, secret)));
  return {
    keys: keys.map(({ kid, x }) => ({ kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" })),
  };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

async function keyOf(version: number, secret: string): Promise<SigningKey> {
  const material = await crypto.subtle.importKey("raw", encode(secret), "HKDF", false, ["deriveBits"]);
  const seed = await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encode(PURPOSE) },
    material,
    256,
  );
  const pkcs8 = new Uint8Array([...PKCS8_HEAD, ...new Uint8Array(seed)]);
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = (await crypto.subtle.exportKey("jwk", privateKey)) as JsonWebKey;
  return { kid: `v${version}`, privateKey, x: x! };
}
