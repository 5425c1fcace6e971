import type { SigningKey } from "../signing-keys.ts";

/** Purposes that a signature names in its `tag` (draft-meunier-web-bot-auth-architecture, ...-http-message-signatures-directory). */
export type SignatureTag = "web-bot-auth" | "http-message-signatures-directory";

/** Headers of a signature. */
export type SignatureHeaders = { signature: string; "signature-input": string };

/** A signed part of a message, as RFC 9421 writes it, such as `"@authority"`, and its value. */
export type Component = readonly [name: string, value: string];

const NONCE_BYTES = 64;

/** Signs parts of a message by RFC 9421 with Ed25519, under a label of the message. Every call gives another signature. */
export async function signMessage(
  key: SigningKey,
  components: readonly Component[],
  { label, now, lifetimeS, tag }: { label: string; now: Date; lifetimeS: number; tag: SignatureTag },
): Promise<SignatureHeaders> {
  const created = Math.floor(now.getTime() / 1000);
  const nonce = base64(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const params =
    `(${components.map(([name]) => name).join(" ")});created=${created};expires=${created + lifetimeS}` +
    `;keyid="${await thumbprint(key)}";alg="ed25519";nonce="${nonce}";tag="${tag}"`;
  const base = [...components.map(([name, value]) => `${name}: ${value}`), `"@signature-params": ${params}`];
  const bytes = await crypto.subtle.sign("Ed25519", key.privateKey, encode(base.join("\n")));
  return {
    signature: `${label}=:${base64(new Uint8Array(bytes))}:`,
    "signature-input": `${label}=${params}`,
  };
}

/** The name of a key: the thumbprint of its public half (RFC 7638), by which others find it. */
export async function thumbprint({ x }: Pick<SigningKey, "x">): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    encode(JSON.stringify({ crv: "Ed25519", kty: "OKP", x })),
  );
  return base64(new Uint8Array(digest)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
