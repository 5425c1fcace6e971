import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Checks that a webhook comes from who knows the secret, while its body comes: `sha256=<HMAC of the body as it was sent>`
 * (GitHub, "Validating webhook deliveries"), compared in constant time.
 */
export class WebhookSignature {
  readonly #hmac;
  readonly #expected: Uint8Array;

  private constructor(secret: string, expected: Uint8Array) {
    this.#hmac = createHmac("sha256", secret);
    this.#expected = expected;
  }

  /** Null when the header is missing or has another form, so that the body need not be read. */
  static of(secret: string, header: string | null): WebhookSignature | null {
    const hex = /^sha256=([0-9a-f]{64})$/.exec(header ?? "")?.[1];
    return hex === undefined ? null : new WebhookSignature(secret, Buffer.from(hex, "hex"));
  }

  write(bytes: Uint8Array): void {
    this.#hmac.update(bytes);
  }

  /** Once, after the whole body. */
  holds(): boolean {
    return timingSafeEqual(this.#hmac.digest(), this.#expected);
  }
}
