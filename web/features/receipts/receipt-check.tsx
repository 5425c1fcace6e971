import { useEffect, useState } from "react";
import type { Evidence } from "#schema/evidence.ts";
import { Banner } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Textarea } from "#web/components/ui/input.tsx";
import { readReceipt } from "./read-receipt.ts";
import type { Judged } from "./read-receipt.ts";
import { ReceiptFacts } from "./receipt-facts.tsx";

const NO_KEYS = "We couldn't load the public keys. Check your connection and try again.";

/** Checks whether a receipt is genuine. The receipt comes from the part of the address that no server sees, or from a person. */
export function ReceiptCheck({ id }: { id: string | null }) {
  const [receipt, setReceipt] = useState("");
  const [judged, setJudged] = useState<Judged | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const check = (text: string) => {
    setIsBusy(true);
    void readReceipt(text.trim(), id, window.location.origin)
      .catch((): Judged => ({ evidence: null, problem: NO_KEYS }))
      .then(setJudged)
      .finally(() => setIsBusy(false));
  };

  useEffect(() => {
    const given = window.location.hash.slice(1);
    if (given === "") return;
    setReceipt(given);
    check(given);
    // The receipt in the address is read once, when the page opens.
    // oxlint-disable-next-line react/exhaustive-deps -- `check` is another function each time and does the same
  }, [id]);

  return (
    <div className="grid grid-cols-1 gap-6">
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          check(receipt);
        }}
      >
        <Field label="Receipt" hint="Checked in your browser. We don't receive or store it.">
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              required
              spellCheck={false}
              className="font-mono text-sm break-all"
              value={receipt}
              onChange={({ target }) => {
                setReceipt(target.value);
                setJudged(null);
              }}
            />
          )}
        </Field>
        <div>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            Check receipt
          </Button>
        </div>
      </form>
      <div role="status">{judged && <Verdict judged={judged} />}</div>
    </div>
  );
}

function Verdict({ judged }: { judged: Judged }) {
  if (judged.evidence === null) return <Banner kind="danger">{judged.problem}</Banner>;
  return <Genuine evidence={judged.evidence} />;
}

function Genuine({ evidence }: { evidence: Evidence }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <Banner kind="ok">Genuine. We signed this receipt, and nothing in it was changed.</Banner>
      <ReceiptFacts evidence={evidence} />
    </div>
  );
}
