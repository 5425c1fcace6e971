import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { MAX_PAID_SEATS } from "#schema/plans.ts";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { LeaveGuard } from "#web/components/ui/leave-guard.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { FAILED_SEATS } from "./copy.ts";
import { dollars } from "./money.ts";
import { manageSeats, useReloadBilling, useSeatsPreview } from "./queries.ts";
import type { SeatsChange } from "./queries.ts";
import { SeatsField } from "./seats-field.tsx";
import { useSettled } from "#web/lib/use-settled.ts";
import { seatsSummary } from "./seat-words.ts";
import { SeatsPrice } from "./seats-price.tsx";

/** The facts about a member of the team that the choice needs. */
type Member = {
  membershipId: string;
  displayName: string | null;
  email: string;
  state: string;
  hasPaidSeat: boolean;
};
type SeatsFormProps = {
  team: { teamId: string; members: readonly Member[] };
  seats: { paid: number; renewing: number };
};

/**
 * Chooses the members with a paid seat, and the number of seats where that is to change. Nothing is charged before its price is
 * shown.
 */
export function SeatsForm({ team, seats }: SeatsFormProps) {
  const members = team.members.filter(({ state }) => state === "accepted");
  const seated = members.filter(({ hasPaidSeat }) => hasPaidSeat).map(({ membershipId }) => membershipId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(seated));
  const [isChanging, setIsChanging] = useState(false);
  const [number, setNumber] = useState(seats.renewing);
  const wanted = Math.max(number, chosen.size, 1);
  const isOther = isChanging && wanted !== seats.renewing;
  // A price is asked when typing pauses: each is a question to Stripe.
  const asked = useSettled(wanted);
  const preview = useSeatsPreview(team.teamId, asked, isOther);
  const price = isOther && asked === wanted && !preview.isFetching ? preview.data : undefined;
  const reload = useReloadBilling();
  const save = useMutation({
    mutationFn: (change: SeatsChange) => manageSeats(team.teamId, change),
    onSuccess: () => {
      setIsChanging(false);
      showToast({ text: "Seats saved" });
    },
    // The price that was shown may be out of date, so it is asked anew.
    onError: () => void preview.refetch(),
    onSettled: reload,
  });
  const isTooMany = !isChanging && chosen.size > seats.paid;
  const isSame = chosen.size === seated.length && seated.every((id) => chosen.has(id));
  const hasChanges = !isSame || isOther;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isTooMany || !hasChanges || (isOther && !price)) return;
    save.mutate({ paidSeatMembershipIds: [...chosen], preview: price ?? null });
  }

  return (
    <form onSubmit={submit} aria-label="Manage seats" className="grid gap-5">
      <LeaveGuard isOn={hasChanges && !save.isPending} />
      <Card aria-labelledby="who">
        <CardHeader title="Who has a paid seat" id="who" />
        <Choice members={members} chosen={chosen} onChange={setChosen} />
        <p role="status" className="mt-3 text-md font-medium">
          {seatsSummary(chosen.size, isChanging ? wanted : seats.paid)}
        </p>
        {isTooMany && (
          <p className="text-sm text-danger">Choose fewer members, or change the number of paid seats.</p>
        )}
      </Card>
      <Card aria-labelledby="number" className="grid gap-3">
        <CardHeader title="Number of seats" id="number" />
        <Checkbox
          label="Change the number of paid seats"
          hint="More seats begin today. Fewer begin when the month you paid for is over."
          checked={isChanging}
          onChange={({ target }) => setIsChanging(target.checked)}
        />
        {isChanging && (
          <SeatsField
            seats={wanted}
            onChange={setNumber}
            min={Math.max(1, chosen.size)}
            max={MAX_PAID_SEATS}
          />
        )}
        {isOther && <SeatsPrice preview={preview} />}
      </Card>
      {save.error && <Problem {...errorWords(save.error, FAILED_SEATS(500))} />}
      <div>
        <Button
          type="submit"
          variant="primary"
          isBusy={save.isPending}
          disabled={isTooMany || !hasChanges || (isOther && !price)}
        >
          {price && price.dueCents > 0 ? `Save changes and pay ${dollars(price.dueCents)}` : "Save changes"}
        </Button>
      </div>
    </form>
  );
}

type ChoiceProps = {
  members: readonly Member[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
};

function Choice({ members, chosen, onChange }: ChoiceProps) {
  const [words, setWords] = useState("");
  const found = members.filter(({ displayName, email }) =>
    `${displayName ?? ""} ${email}`.toLowerCase().includes(words.trim().toLowerCase()),
  );
  const isAll = found.length > 0 && found.every(({ membershipId }) => chosen.has(membershipId));
  const toggle = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">Members with a paid seat</legend>
      <FindInput label="Find a member" among={members.length} value={words} onChange={setWords} />
      <Checkbox
        label="Select all"
        checked={isAll}
        onChange={({ target }) =>
          toggle(
            found.map(({ membershipId }) => membershipId),
            target.checked,
          )
        }
      />
      {found.map(({ membershipId, displayName, email }) => (
        <Checkbox
          key={membershipId}
          label={displayName ?? email}
          hint={displayName === null ? undefined : email}
          checked={chosen.has(membershipId)}
          onChange={({ target }) => toggle([membershipId], target.checked)}
        />
      ))}
    </fieldset>
  );
}
