/**
 * Countries where mail about news needs a person's own act, so that a box that was ticked for them is no consent: the European Economic
 * Area (GDPR, article 4(11), with the ePrivacy directive, article 13), the United Kingdom, Switzerland, and Canada (CASL, section 6). ISO
 * 3166-1.
 */
const OWN_ACT = new Set(
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO GB CH CA".split(
    " ",
  ),
);
/** Codes of the edge for networks that are in no country, or that hide it. */
const NOWHERE = new Set(["XX", "T1"]);

/** Whether people in a country must tick the box for mails themselves. Where no edge has said a country, as on a laptop, nobody must. */
export function wantsOwnConsent(country: string | null): boolean {
  return country !== null && (OWN_ACT.has(country) || NOWHERE.has(country));
}
