import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { useUser } from "#web/app/use-user.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { LatestActivity } from "#web/features/activity/latest-activity.tsx";
import { useTransactions } from "#web/features/activity/queries.ts";
import { NewKeyForm } from "#web/features/api-keys/new-key.tsx";
import { useApiKeys } from "#web/features/api-keys/queries.ts";
import { CreditsCard } from "#web/features/credits/credits-card.tsx";
import { useCredits } from "#web/features/credits/queries.ts";
import { Savings } from "#web/features/credits/savings.tsx";
import { UsageByMember } from "#web/features/credits/usage-by-member.tsx";
import { UsageChart } from "#web/features/credits/usage-chart.tsx";
import { Checklist } from "#web/features/first-run/checklist.tsx";
import { ConnectionLine } from "#web/features/first-run/connection-line.tsx";
import { firstRun, progressOf } from "#web/features/first-run/first-run.ts";
import { ClientInstructions } from "#web/features/install/client-instructions.tsx";
import { ClientPicker } from "#web/features/install/client-picker.tsx";
import { findClient } from "#web/features/install/clients.ts";
import { useThisOs } from "#web/features/install/this-device.ts";
import { useJobRuns } from "#web/features/job-runs/queries.ts";
import { ResourceHealth } from "#web/features/job-runs/resource-health.tsx";
import { acceptedMembers, useSelectedTeam } from "#web/features/teams/queries.ts";
import { SendVerification } from "#web/features/verification/send-verification.tsx";
import { latestCall } from "./latest-call.ts";

const LATEST = 5;

export default function DashboardPage() {
  const user = useUser();
  const credits = useCredits();
  const activity = useTransactions();
  const keys = useApiKeys();
  const runs = useJobRuns();
  const { data: team } = useSelectedTeam();
  // The key that was made here a moment ago: the setup shows it, and the key is gone with the page.
  const [newKey, setNewKey] = useState<string | null>(null);

  // A team's activity is that of all its members; the first steps and the connection are this person's.
  const ownActivity = activity.data?.filter(({ userId }) => userId === user.uid) ?? [];
  const latest = latestCall(ownActivity, keys.data ?? []);
  const progress = progressOf(user, keys.data ?? [], latest !== null);
  const { done, next } = firstRun(progress);
  const isKnown = activity.data !== undefined && keys.data !== undefined;
  // The content above the cards depends on the first three queries: the page comes in one go, so that nothing of it moves.
  const isLoading = [credits, activity, keys, runs].some(({ isPending }) => isPending);
  // A person whose agent has searched is no newcomer: only newcomers get the list.
  const isFirstRun = isKnown && !progress.hasSearched;
  // The cards of an account in which nothing has happened have nothing to say but errors.
  const isNew =
    isFirstRun &&
    activity.data.every(({ source }) => source === "initial") &&
    runs.data?.length === 0 &&
    credits.data !== undefined;

  return (
    <>
      <h1>Dashboard</h1>
      <Loading isLoading={isLoading} label="Loading the dashboard" skeleton={<Skeleton className="h-140" />}>
        {() => (
          <div className="grid grid-cols-1 gap-6">
            {isFirstRun && (
              <Checklist done={done} next={next}>
                {{
                  verify: (
                    <div className="grid justify-items-start gap-3">
                      <p className="text-md text-muted">
                        We sent a link to <strong className="text-text">{user.email}</strong>. Open it, and
                        this page continues.
                      </p>
                      <SendVerification email={user.email}>Send it again</SendVerification>
                    </div>
                  ),
                  key: <NewKeyForm defaultName="My agent" onCreated={({ key }) => setNewKey(key)} />,
                  connect: (
                    <div className="grid grid-cols-1 gap-5">
                      <Connect apiKey={newKey} />
                      <ConnectionLine latest={null} />
                    </div>
                  ),
                }}
              </Checklist>
            )}
            {latest && <ConnectionLine latest={latest} />}
            {!isNew && (
              <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
                {credits.error ? (
                  <Card aria-labelledby="credits">
                    <CardHeader title="Credits" id="credits" />
                    <Problem
                      {...errorWords(credits.error, "Your credits could not be read.")}
                      onRetry={() => void credits.refetch()}
                      isRetrying={credits.isFetching}
                    />
                  </Card>
                ) : (
                  credits.data && <CreditsCard credits={credits.data} />
                )}
                {credits.data && (
                  <Card aria-labelledby="usage">
                    <CardHeader title="Usage by day" id="usage" />
                    <UsageChart days={credits.data.days} daysOfPeriod={daysBetween(credits.data)} />
                  </Card>
                )}
                {credits.data && <Savings days={credits.data.days} />}
                <Card aria-labelledby="latest">
                  <CardHeader title="Recent activity" id="latest">
                    <Link to="/activity" className="link inline-flex min-h-6 items-center text-sm touch">
                      All activity
                    </Link>
                  </CardHeader>
                  {activity.error ? (
                    <Problem
                      {...errorWords(activity.error, "Failed to load credit transactions")}
                      onRetry={() => void activity.refetch()}
                      isRetrying={activity.isFetching}
                    />
                  ) : activity.data?.length === 0 ? (
                    <p className="text-md text-muted">Nothing yet.</p>
                  ) : (
                    <LatestActivity rows={activity.data?.slice(0, LATEST) ?? []} />
                  )}
                </Card>
                {team && (
                  <Card aria-labelledby="members" className="lg:col-span-2">
                    <CardHeader title={`Members of ${team.name}`} id="members">
                      <Link to="/team" className="link inline-flex min-h-6 items-center text-sm touch">
                        Manage members
                      </Link>
                    </CardHeader>
                    <UsageByMember members={acceptedMembers(team)} />
                  </Card>
                )}
                <Card aria-labelledby="health" className="lg:col-span-2">
                  <CardHeader title="Resources" id="health">
                    <Link
                      to="/resources?tab=jobs"
                      className="link inline-flex min-h-6 items-center text-sm touch"
                    >
                      All jobs
                    </Link>
                  </CardHeader>
                  {runs.error ? (
                    <Problem
                      {...errorWords(runs.error, "The jobs could not be read.")}
                      onRetry={() => void runs.refetch()}
                      isRetrying={runs.isFetching}
                    />
                  ) : (
                    <ResourceHealth runs={runs.data ?? []} />
                  )}
                </Card>
              </div>
            )}
          </div>
        )}
      </Loading>
    </>
  );
}

function daysBetween({ periodStart, periodEnd }: { periodStart: string; periodEnd: string }): number {
  return Math.round((new Date(periodEnd).getTime() - new Date(periodStart).getTime()) / 86_400_000);
}

/** The picker and the instructions of the chosen client, with the new key in them. */
function Connect({ apiKey }: { apiKey: string | null }) {
  const [params] = useSearchParams();
  const os = useThisOs();
  const client = findClient(params.get("client") ?? "") ?? findClient("claude-code")!;
  return (
    <div className="grid grid-cols-1 gap-5">
      <details className="rounded-sm border border-border px-4">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium">
          {client.name}
          <span className="ml-auto text-sm font-normal text-muted">Choose another client</span>
          <ChevronDown aria-hidden="true" className="size-4 text-muted" />
        </summary>
        <div className="pb-4">
          <ClientPicker selectedId={client.id} />
        </div>
      </details>
      {apiKey === null && (
        <p className="text-sm text-muted">
          Replace YOUR_API_KEY with the key; copy it on{" "}
          <Link to="/keys" className="link">
            API Keys
          </Link>
          .
        </p>
      )}
      <ClientInstructions client={client} install={{ mcpUrl: `${location.origin}/mcp`, apiKey }} os={os} />
    </div>
  );
}
