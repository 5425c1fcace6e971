import { useMutation } from "@tanstack/react-query";
import { answerOf, api } from "#web/api/client.ts";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Chip } from "#web/components/ui/chip.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { formatAgo, formatDate } from "#web/lib/dates.ts";
import { useGrants, useReload } from "./queries.ts";

/** Programs that got in without a key, each with its permissions and a way to end them. */
export function GrantsCard() {
  const grants = useGrants();
  const reload = useReload();
  const revoke = useMutation({
    mutationFn: (grantId: string) =>
      answerOf(api.api.oauth.grants[":grantId"].$delete({ param: { grantId } })),
    onSettled: () => reload("oauth-grants"),
  });
  const error = grants.error ?? revoke.error;
  return (
    <Card aria-labelledby="programs">
      <CardHeader title="Connected programs" id="programs" />
      {error && (
        <Problem
          {...errorWords(error, "The connected programs could not be read.")}
          onRetry={grants.error ? () => void grants.refetch() : undefined}
          isRetrying={grants.isFetching}
        />
      )}
      <Loading
        isLoading={grants.isPending}
        label="Loading the connected programs"
        skeleton={<Skeleton className="h-6" />}
      >
        {() => (
          <>
            {grants.data?.length === 0 && (
              <p className="text-md text-muted">
                None. A client that is given the MCP address without a key asks you here for access.
              </p>
            )}
            <ul className="grid text-md">
              {grants.data?.map(
                ({ id, clientName, clientHost, redirectHost, scopes, createdAt, lastUsed }) => (
                  <li
                    key={id}
                    className="flex flex-wrap items-center justify-between gap-3 border-t border-border py-2.5 first:border-t-0"
                  >
                    <span className="min-w-0">
                      <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                        {clientName}
                        {scopes.map((scope) => (
                          <Chip key={scope}>{scope}</Chip>
                        ))}
                      </span>
                      <span className="text-sm text-muted">
                        {clientHost ?? redirectHost}, since {formatDate(createdAt)},{" "}
                        {lastUsed === null ? "never used" : `last used ${formatAgo(lastUsed)}`}
                      </span>
                    </span>
                    <AlertDialog
                      title={`Disconnect ${clientName}`}
                      description="It can no longer search or read in your name. It may ask for access again."
                      action="Disconnect"
                      onConfirm={() => revoke.mutate(id)}
                      trigger={
                        <Button
                          size="sm"
                          variant="danger"
                          isBusy={revoke.isPending && revoke.variables === id}
                        >
                          Disconnect
                        </Button>
                      }
                    />
                  </li>
                ),
              )}
            </ul>
          </>
        )}
      </Loading>
    </Card>
  );
}
