import { Link, useParams } from "react-router";
import { ReceiptCheck } from "#web/features/receipts/receipt-check.tsx";

/** The last part of the address for no receipt in particular. */
const ANY = "check";

/** The page that checks an evidence receipt. The receipt is in the fragment of the address, which browsers don't send. */
export default function ReceiptPage() {
  const { id = ANY } = useParams();
  return (
    <main id="main" className="page grid grid-cols-1 gap-8 py-10 sm:py-14">
      <div className="grid gap-3">
        <h1 className="text-hero tracking-tight">Evidence receipt</h1>
        <p className="max-w-measure text-muted">
          A receipt states which passages an answer held, from which pages, and when they were fetched.{" "}
          <Link className="link" to="/docs/receipts">
            How receipts work
          </Link>
        </p>
      </div>
      <ReceiptCheck key={id} id={id === ANY ? null : id} />
    </main>
  );
}
