import type { EvidenceKeySet } from "#schema/evidence.ts";
import type { SealKeys } from "#worker/platform/seal.ts";
import { signingKeys } from "#worker/platform/signing-keys.ts";
import type { SigningKey } from "#worker/platform/signing-keys.ts";

/** The newest signing key of receipts, with its name. */
export async function newestKey(sealKeys: SealKeys): Promise<{ kid: string; privateKey: CryptoKey }> {
  const [newest] = await evidenceKeys(sealKeys);
  return { kid: kidOf(newest!), privateKey: newest!.privateKey };
}

/** The public halves of all keys, newest first. */
export async function listEvidenceKeys(sealKeys: SealKeys): Promise<EvidenceKeySet> {
  const keys = await evidenceKeys(sealKeys);
  return {
    keys: keys.map((key) => ({
      kty: "OKP",
      crv: "Ed25519",
      x: key.x,
      kid: kidOf(key),
      alg: "EdDSA",
      use: "sig",
    })),
  };
}

function evidenceKeys(sealKeys: SealKeys): Promise<SigningKey[]> {
  return signingKeys(sealKeys, "docenda evidence receipts, Ed25519");
}

function kidOf({ version }: SigningKey): string {
  return `v${version}`;
}
