import type { ConsentProvenance } from "#schema/values.ts";
import type { Ctx } from "#worker/context.ts";
import type { ConsentRow } from "./repo.ts";

/** Version of the wording beside the box ("I agree to receive updates... Unsubscribe any time."); another wording is another version. */
const TEXT_VERSION = "2026-11";

/** The row of a consent: the answer, how it came about, to which wording, and from where. */
export function consentRow(
  { caller, now }: Pick<Ctx, "caller" | "now">,
  consent: { id: string; userId: string; marketingConsent: boolean; provenance: ConsentProvenance },
): ConsentRow {
  return { ...consent, textVersion: TEXT_VERSION, country: caller.country, createdAt: now() };
}
