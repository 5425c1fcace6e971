import { useMutation } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession } from "#web/api/session.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { deviceName } from "./device-name.ts";
import { useReload, useSessions } from "./queries.ts";

/** The browsers in which the person is signed in, each with a way to end it. */
export function SessionsCard() {
  const sessions = useSessions();
  const reload = useReload();
  const end = useMutation({
    mutationFn: (id: string) => answerOf(api.api.auth.sessions[":id"].$delete({ param: { id } })),
    onSettled: () => reload("profile"),
  });
  const endAll = useMutation({
    mutationFn: () => answerOf(api.api.auth["sign-out-everywhere"].$post()),
    onSuccess: () => refreshSession(),
  });
  const error = sessions.error ?? end.error ?? endAll.error;
  return (
    <Card aria-labelledby="sessions">
      <CardHeader title="Sessions" id="sessions">
        <AlertDialog
          title="Sign out everywhere"
          description="Every browser is signed out, this one too. API keys and connected programs go on working."
          action="Sign out everywhere"
          onConfirm={() => endAll.mutate()}
          trigger={
            <Button size="sm" isBusy={endAll.isPending}>
              Sign out everywhere
            </Button>
          }
        />
      </CardHeader>
      {error && (
        <Problem
          {...errorWords(error, "The sessions could not be read.")}
          onRetry={sessions.error ? () => void sessions.refetch() : undefined}
          isRetrying={sessions.isFetching}
        />
      )}
      <Loading
        isLoading={sessions.isPending}
        label="Loading sessions"
        skeleton={<Skeleton className="h-16" />}
      >
        {() => (
          <ul className="grid text-md">
            {sessions.data?.map(({ id, userAgent, ipAddress, lastUsedAt, isCurrent }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-3 border-t border-border py-2.5 first:border-t-0"
              >
                <span className="min-w-0">
                  <span className="flex flex-wrap items-center gap-2 font-medium">
                    {deviceName(userAgent)}
                    {isCurrent && <Chip kind="info">This browser</Chip>}
                  </span>
                  <span className="text-sm text-muted">
                    {ipAddress ?? "Unknown address"}, last used{" "}
                    <time dateTime={lastUsedAt} title={formatDate(lastUsedAt)}>
                      {formatAgo(lastUsedAt)}
                    </time>
                  </span>
                </span>
                {!isCurrent && (
                  <Button
                    size="sm"
                    isBusy={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                    aria-label={`Sign out ${deviceName(userAgent)}`}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </Card>
  );
}
