import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Checks that a webhook's sender knows the secret, while the body comes: `sha256=<HMAC of the body as it was sent>` (GitHub, "Validating
 * webhook deliveries"), compared in constant time.
 */
export class WebhookSignature {
  readonly #hmac;
  readonly #expected: Uint8Array;

  private constructor(secret: string, expected: Uint8Array) {
    this.#hmac = createHmac("sha256", secret);
    this.#expected = expected;
  }

  /** The check for a header; null when the header is missing or has another form, so that the body need not be read. */
  static of(secret: string, header: string | null): WebhookSignature | null {
    const hex = /^sha256=([0-9a-f]{64})$/.exec(header ?? "")?.[1];
    return hex === undefined ? null : new WebhookSignature(secret, Buffer.from(hex, "hex"));
  }

  write(bytes: Uint8Array): void {
    this.#hmac.update(bytes);
  }

  /** True for a right signature. Called once, after the whole body. */
  holds(): boolean {
    return timingSafeEqual(this.#hmac.digest(), this.#expected);
  }
}
