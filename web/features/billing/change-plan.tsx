import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { PaidTier } from "#schema/values.ts";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { FAILED_CHANGE } from "./copy.ts";
import { dollars } from "./money.ts";
import { changePlan, usePlanPreview, useReloadBilling } from "./queries.ts";
import type { PlanPreview } from "./queries.ts";

/** Changes to another plan, after its costs were shown. */
export function ChangePlan({ tier }: { tier: PaidTier }) {
  const [isOpen, setIsOpen] = useState(false);
  const preview = usePlanPreview(tier, isOpen);
  const reload = useReloadBilling();
  const change = useMutation({
    mutationFn: changePlan,
    onSuccess: async () => {
      setIsOpen(false);
      await reload();
    },
  });
  const title = `Change to ${tier}`;
  return (
    <AlertDialog
      title={title}
      description={`${tier} begins at once. The rest of this month is charged or credited to the day.`}
      action={title}
      isDanger={false}
      isOpen={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        change.reset();
      }}
      isBusy={change.isPending}
      canConfirm={preview.data !== undefined && !preview.isFetching}
      onConfirm={() => preview.data && change.mutate(preview.data)}
      trigger={<Button size="sm">{title}</Button>}
    >
      <Loaded
        query={preview}
        label="Loading the price"
        skeleton={<Skeleton className="h-16" />}
        failed={(error) => errorWords(error, FAILED_CHANGE)}
      >
        {(data) => <Price preview={data} />}
      </Loaded>
      {change.error && <Problem {...errorWords(change.error, FAILED_CHANGE)} />}
    </AlertDialog>
  );
}

function Price({ preview: { lines, dueCents, creditCents } }: { preview: PlanPreview }) {
  return (
    <dl className="grid gap-1.5 text-sm">
      {lines.map(({ description, amountCents }) => (
        <div key={description} className="flex justify-between gap-4">
          <dt className="text-muted">{description}</dt>
          <dd className="tabular-nums">{dollars(amountCents)}</dd>
        </div>
      ))}
      <div className="flex justify-between gap-4 border-t border-border pt-1.5 font-semibold">
        <dt>{creditCents > 0 ? "Credit for your next invoices" : "Charged now"}</dt>
        <dd className="tabular-nums">{dollars(creditCents > 0 ? creditCents : dueCents)}</dd>
      </div>
    </dl>
  );
}
