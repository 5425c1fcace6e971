import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { CREDIT_PACKS, MAX_TOP_UP_CENTS } from "#schema/plans.ts";
import { errorWords } from "#web/api/errors.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { grouped } from "#web/lib/grouped.ts";
import { FAILED_TOP_UP, STOPPED_TOP_UP } from "./copy.ts";
import { dollars } from "./money.ts";
import { setAutoTopUp, useReloadBilling } from "./queries.ts";
import type { AutoTopUpChange, Billing, Payer } from "./queries.ts";

const PACKS = CREDIT_PACKS.map(({ credits, priceCents }) => ({
  value: String(credits),
  label: `${grouped(credits)} credits for ${dollars(priceCents)}`,
}));
/** The proposal of the form before anything was set. */
const PROPOSED = { thresholdCredits: 100, packCredits: 1000, monthlyMaxCents: 1800 };

/** Packs that are bought with the saved card when credits run low: off until turned on here, with the most that they may cost a month. */
export function AutoTopUp({
  billing: { isOpen, autoTopUp },
  payer,
}: {
  billing: Pick<Billing, "isOpen" | "autoTopUp">;
  payer: Payer;
}) {
  const { isOn, settings, spentCents, stoppedBecause } = autoTopUp;
  const saved = settings ?? PROPOSED;
  const [threshold, setThreshold] = useState(String(saved.thresholdCredits));
  const [pack, setPack] = useState(String(saved.packCredits));
  const [maximum, setMaximum] = useState(String(saved.monthlyMaxCents / 100));
  const reload = useReloadBilling();
  const save = useMutation({
    mutationFn: (change: AutoTopUpChange) => setAutoTopUp(payer, change),
    // The first pack may have failed to be paid, which the banner says.
    onSuccess: ({ autoTopUp: now }, change) => {
      if (now.isOn === change.isOn)
        showToast({ text: now.isOn ? "Auto top-up is on" : "Auto top-up is off" });
    },
    onSettled: reload,
  });
  if (!isOpen) return null;

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate({
      isOn: true,
      thresholdCredits: Number(threshold),
      packCredits: Number(pack),
      monthlyMaxCents: Math.round(Number(maximum) * 100),
    });
  }

  return (
    <section aria-labelledby="auto-top-up" className="grid gap-3 border-t border-border pt-4">
      <h3 id="auto-top-up" className="text-md font-semibold">
        Auto top-up
      </h3>
      {stoppedBecause && <Banner kind="warning">{STOPPED_TOP_UP[stoppedBecause]}</Banner>}
      <p className="text-muted">
        {isOn && settings
          ? `On: ${dollars(spentCents)} of ${dollars(settings.monthlyMaxCents)} spent this month (UTC).`
          : "Off. Turn it on to buy a pack with your saved card when credits run low."}
      </p>
      <form onSubmit={submit} aria-label="Auto top-up" className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label="When credits drop to">
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="numeric"
                min={0}
                required
                value={threshold}
                onChange={({ target }) => setThreshold(target.value)}
              />
            )}
          </Field>
          <Field label="Buy">
            {({ id }) => <Select id={id} options={PACKS} value={pack} onChange={setPack} />}
          </Field>
          <Field label="Monthly maximum (USD)">
            {(control) => (
              <Input
                {...control}
                type="number"
                inputMode="decimal"
                min={1}
                max={MAX_TOP_UP_CENTS / 100}
                step="0.01"
                required
                value={maximum}
                onChange={({ target }) => setMaximum(target.value)}
              />
            )}
          </Field>
        </div>
        <p className="text-sm text-muted">
          If you have that few credits now, we buy the first pack when you save. We email you if a payment
          fails.
        </p>
        {save.error && <Problem {...errorWords(save.error, FAILED_TOP_UP)} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm" isBusy={save.isPending}>
            {isOn ? "Save auto top-up" : "Turn on auto top-up"}
          </Button>
          {isOn && (
            <Button size="sm" disabled={save.isPending} onClick={() => save.mutate({ isOn: false })}>
              Turn off auto top-up
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
