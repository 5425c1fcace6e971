import { Ago } from "#web/components/ui/ago.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";
import { useUsageByMember } from "./queries.ts";
import type { UsageOfMember } from "./queries.ts";

type UsageByMemberProps = { members: readonly { userId: string; email: string }[] };

/** Credits that each member of a team used in this period, and whether the member has connected an agent. */
export function UsageByMember({ members }: UsageByMemberProps) {
  const { data: usage } = useUsageByMember();
  const connected = members.filter(({ userId }) => usage?.get(userId)?.lastAgentCallAt).length;
  return (
    <div className="grid gap-3">
      <p className="text-md text-muted">
        {connected} of {members.length} {members.length === 1 ? "member has" : "members have"} connected an
        agent with a team key.
      </p>
      <Table label="Usage by member">
        <TableHead>
          <Column>Member</Column>
          <Column>Agent</Column>
          <Column isNumeric>Calls</Column>
          <Column isNumeric>Team credits</Column>
          <Column isNumeric>Own credits</Column>
          <Column isNumeric>Tokens saved</Column>
        </TableHead>
        <TableBody>
          {members.map(({ userId, email }) => (
            <MemberRow key={userId} email={email} usage={usage?.get(userId)} />
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function MemberRow({ email, usage }: { email: string; usage: UsageOfMember | undefined }) {
  const saved = usage ? Math.max(0, usage.tokensOfFullPages - usage.tokensSent) : 0;
  return (
    <Row>
      <Cell isTitle className="wrap-anywhere">
        {email}
      </Cell>
      <Cell label="Agent">
        {!usage?.lastAgentCallAt ? <Chip>Not connected yet</Chip> : <Ago iso={usage.lastAgentCallAt} />}
      </Cell>
      <Figure label="Calls" value={usage?.calls} />
      <Figure label="Team credits" value={usage?.creditsUsed} />
      <Figure label="Own credits" value={usage?.memberCreditsUsed} />
      <Figure label="Tokens saved" value={saved} />
    </Row>
  );
}

function Figure({ label, value = 0 }: { label: string; value: number | undefined }) {
  return (
    <Cell label={label} isNumeric>
      {value.toLocaleString("en-US")}
    </Cell>
  );
}
