import { errorWords } from "#web/api/errors.ts";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { dayOf, dollars } from "./money.ts";
import { useInvoices } from "./queries.ts";
import type { Payer } from "./queries.ts";

/** The next invoice, and the invoices of the last year, each with what it was for. */
export function InvoiceList({ payer }: { payer: Payer }) {
  const invoices = useInvoices(payer);
  return (
    <div className="grid gap-2 border-t border-border pt-4">
      <h3 className="text-md font-semibold">Invoices</h3>
      <Loaded
        query={invoices}
        label="Loading invoices"
        skeleton={<Skeleton className="h-10" />}
        failed={(error) => errorWords(error, "The invoices could not be loaded.")}
      >
        {(data) => (
          <>
            <p className="text-muted">
              {data.next
                ? `Next: ${dollars(data.next.amountCents)} on ${dayOf(data.next.at)}`
                : "No invoice is due."}
            </p>
            {data.invoices.length > 0 && (
              <ul className="grid gap-1.5 text-sm">
                {data.invoices.map(({ id, number, status, amountCents, createdAt, lines, url }) => (
                  <li key={id} className="flex justify-between gap-4">
                    <span className="min-w-0">
                      {url ? (
                        <a className="link" href={url}>
                          {number ?? "Invoice"}
                        </a>
                      ) : (
                        (number ?? "Invoice")
                      )}
                      , {dayOf(createdAt)}
                      {status !== "paid" && `, ${status ?? "open"}`}
                      <span className="block text-muted">{lines.join("; ")}</span>
                    </span>
                    <span className="tabular-nums">{dollars(amountCents)}</span>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
