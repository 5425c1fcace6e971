import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { FormEvent } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, FormActions } from "#web/components/ui/dialog.tsx";
import { LimitField } from "#web/components/ui/limit-field.tsx";
import { creditsOf, limitWords, NOT_A_LIMIT, readLimit, usedWords } from "#web/lib/limit.ts";
import type { Spending } from "#web/lib/limit.ts";
import { FAILED } from "./copy.ts";
import { setLimits, useReloadTeams } from "./queries.ts";
import type { Member } from "./queries.ts";

type OfMember = { member: Member; spending: Spending | undefined };
type LimitMemberProps = OfMember & { teamId: string };

/** Sets how many of the team's credits a member may use per month, and how many sources they may add. */
export function LimitMember({ teamId, member, spending }: LimitMemberProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Dialog
      title={`Limits of ${member.email}`}
      description={
        member.hasPaidSeat
          ? "Calls beyond the monthly limit use the member's own credits."
          : "Without a paid seat, the member uses their own credits only. The limit on team credits applies once they have a seat."
      }
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="sm" aria-label={`Limits of ${member.email}`}>
          Limits…
        </Button>
      }
    >
      <LimitsForm teamId={teamId} member={member} spending={spending} onDone={() => setIsOpen(false)} />
    </Dialog>
  );
}

function LimitsForm({ teamId, member, spending, onDone }: LimitMemberProps & { onDone: () => void }) {
  const [typed, setTyped] = useState({
    credits: String(member.monthlyCreditLimit ?? ""),
    sources: String(member.maxSources ?? ""),
  });
  const [problems, setProblems] = useState<{ credits: string | null; sources: string | null }>({
    credits: null,
    sources: null,
  });
  const reload = useReloadTeams();
  const save = useMutation({
    mutationFn: (limits: { monthlyCredits: number | null; maxSources: number | null }) =>
      setLimits(teamId, member.membershipId, limits),
    onSuccess: async () => {
      await reload();
      onDone();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const monthlyCredits = readLimit(typed.credits);
    const maxSources = readLimit(typed.sources);
    setProblems({
      credits: monthlyCredits === undefined ? NOT_A_LIMIT : null,
      sources: maxSources === undefined ? NOT_A_LIMIT : null,
    });
    if (monthlyCredits !== undefined && maxSources !== undefined) save.mutate({ monthlyCredits, maxSources });
  }

  const spender = { kind: "member", id: member.userId ?? "" } as const;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <LimitField
        label="Team credits per month"
        used={usedWords(spending, spender)}
        error={problems.credits}
        value={typed.credits}
        onChange={(credits) => setTyped({ ...typed, credits })}
      />
      <LimitField
        label="Sources"
        used={`${member.sourcesAdded.toLocaleString("en-US")} added.`}
        error={problems.sources}
        value={typed.sources}
        onChange={(sources) => setTyped({ ...typed, sources })}
      />
      {save.error && <Problem {...errorWords(save.error, FAILED.limits())} />}
      <FormActions action="Save" onCancel={onDone} isBusy={save.isPending} />
    </form>
  );
}

/** The use of each limit that is set for a member; nothing where there is none. */
export function LimitsOfMember({ member, spending }: OfMember) {
  const { userId, monthlyCreditLimit, maxSources, sourcesAdded } = member;
  const used = creditsOf(spending, { kind: "member", id: userId ?? "" });
  const credits = limitWords(used, monthlyCreditLimit, "team credit");
  const words = [credits && `${credits} this month`, limitWords(sourcesAdded, maxSources, "source")];
  if (words.every((one) => one === null)) return null;
  return (
    <span className="block text-sm text-muted tabular-nums">
      {words.filter((one) => one !== null).join(", ")}
    </span>
  );
}
