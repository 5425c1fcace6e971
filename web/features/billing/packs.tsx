import { CREDIT_PACKS } from "#schema/plans.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { grouped } from "#web/lib/grouped.ts";
import { PACK_RULE } from "./copy.ts";
import { dayOf, dollars } from "./money.ts";
import type { Billing, Payer } from "./queries.ts";

/** The packs of credits that can be bought, and the packs that were. */
export function Packs({
  billing: { isOpen, purchases },
  payer,
}: {
  billing: Pick<Billing, "isOpen" | "purchases">;
  payer: Payer;
}) {
  const page = payer === "self" ? "/subscribe" : "/upgrade-team";
  return (
    <div className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-md font-semibold">Credits</h3>
      <p className="text-muted">{PACK_RULE}</p>
      {isOpen && (
        <ul className="flex flex-wrap gap-2">
          {CREDIT_PACKS.map(({ credits, priceCents }) => (
            <li key={credits}>
              <ButtonLink to={`${page}?pack=${credits}`} size="sm">
                Buy {grouped(credits)} for {dollars(priceCents)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {purchases.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {purchases.map(({ id, credits, amountCents, refundedCents, disputedCents, createdAt }) => (
            <li key={id} className="flex justify-between gap-4">
              <span>
                {dayOf(createdAt)}: {grouped(credits)} credits
                {refundedCents > 0 && <span className="text-muted">, {dollars(refundedCents)} refunded</span>}
                {disputedCents > 0 && <span className="text-muted">, {dollars(disputedCents)} disputed</span>}
              </span>
              <span className="tabular-nums">{dollars(amountCents)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
