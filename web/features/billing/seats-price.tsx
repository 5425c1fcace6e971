import { errorWords } from "#web/api/errors.ts";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { dayOf, dollars } from "./money.ts";
import type { SeatsPreview, useSeatsPreview } from "./queries.ts";
import { countOfSeats } from "./seat-words.ts";

/** The price of another number of seats, shown before anybody agrees to it. */
export function SeatsPrice({ preview }: { preview: ReturnType<typeof useSeatsPreview> }) {
  return (
    <Loaded
      query={preview}
      label="Loading the price"
      skeleton={<Skeleton className="h-16" />}
      failed={(error) => errorWords(error, "The price could not be loaded.")}
    >
      {(data) => <Price preview={data} />}
    </Loaded>
  );
}

function Price({ preview }: { preview: SeatsPreview }) {
  const { lines, dueCents, monthlyCents } = preview;
  return (
    <div className="grid gap-2 text-sm">
      <p role="status" className="text-md">
        {seatsWords(preview)}
      </p>
      <dl className="grid gap-1.5">
        {lines.map(({ description, amountCents }) => (
          <div key={description} className="flex justify-between gap-4">
            <dt className="text-muted">{description}</dt>
            <dd className="tabular-nums">{dollars(amountCents)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-border pt-1.5 font-semibold">
          <dt>Charged now</dt>
          <dd className="tabular-nums">{dollars(dueCents)}</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-muted">Then per month</dt>
          <dd className="tabular-nums">{dollars(monthlyCents)}</dd>
        </div>
      </dl>
    </div>
  );
}

function seatsWords({ numberOfSeats, paidSeats, startsAt }: SeatsPreview): string {
  if (startsAt !== null)
    return `The team keeps ${countOfSeats(paidSeats)} until ${dayOf(startsAt)} and has ${numberOfSeats} from then on.`;
  const more = numberOfSeats - paidSeats;
  return more > 0
    ? `Adds ${countOfSeats(more)} to the subscription from today.`
    : `The team keeps its ${countOfSeats(paidSeats)}.`;
}
