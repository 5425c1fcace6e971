import type { Config } from "../config.ts";
import type { SealKeys } from "../seal.ts";
import { signingKeys } from "../signing-keys.ts";
import type { SigningKey } from "../signing-keys.ts";
import { signMessage } from "./sign-message.ts";

/** The headers that show a site whose request this is. */
export type SignRequest = (url: URL) => Promise<Record<string, string>>;

/** Seconds in which a request has to arrive. A site may keep nonces that long to refuse a second use. */
const REQUEST_LIFETIME_S = 60;

/** All keys that the crawler's requests may be signed with, the newest first. */
export function crawlerKeys(sealKeys: SealKeys): Promise<SigningKey[]> {
  return signingKeys(sealKeys, "docenda crawler requests, Ed25519");
}

/**
 * Builds the signer of the crawler's requests (Web Bot Auth): a site can check by the keys at `Signature-Agent` that a request is of
 * this deployment. Undefined on a laptop, where nobody can look the keys up.
 */
export function createSignRequest({
  publicOrigin,
  sealKeys,
}: Pick<Config, "publicOrigin" | "sealKeys">): SignRequest | undefined {
  if (publicOrigin === null) return undefined;
  let loading: Promise<SigningKey> | null = null;
  const agent = `"${publicOrigin}"`;
  return async (url) => {
    const key = await (loading ??= crawlerKeys(sealKeys).then(([newest]) => newest!));
    const components = [
      [`"@authority"`, url.host],
      [`"signature-agent"`, agent],
    ] as const;
    const signed = await signMessage(key, components, {
      label: "sig1",
      now: new Date(),
      lifetimeS: REQUEST_LIFETIME_S,
      tag: "web-bot-auth",
    });
    return { "signature-agent": agent, ...signed };
  };
}
