import { memo, useCallback, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { PLANS } from "#schema/plans.ts";
import { PERSONAL_SCOPE } from "#schema/values.ts";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { errorWords } from "#web/api/errors.ts";
import { useUser } from "#web/app/use-user.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { COPY } from "#web/features/api-keys/copy.ts";
import { displayedKey, isLasting, rolledTwins } from "#web/features/api-keys/displayed-key.ts";
import { KEY_COLUMNS } from "#web/features/api-keys/key-order.ts";
import { KeyList } from "#web/features/api-keys/key-list.tsx";
import { KeyPanel } from "#web/features/api-keys/key-panel.tsx";
import { NewKey } from "#web/features/api-keys/new-key.tsx";
import { revealKey, useApiKeys } from "#web/features/api-keys/queries.ts";
import type { ApiKey, NewApiKey } from "#web/features/api-keys/queries.ts";
import { OlderKeys, RollKey } from "#web/features/api-keys/roll-key.tsx";
import { useFreshSignIn } from "#web/features/auth/sign-in-again.tsx";
import { useSpending, useUsageByKey } from "#web/features/credits/queries.ts";
import { useMayManage } from "#web/features/teams/queries.ts";
import { readSort, writeSort } from "#web/lib/sort.ts";
import { ClientInstructions } from "#web/features/install/client-instructions.tsx";
import { findClient } from "#web/features/install/clients.ts";
import { KEY_VARIABLE } from "#web/features/install/install.ts";
import { useThisOs } from "#web/features/install/this-device.ts";

/** Clients shown beside the key; all others are on /mcp and /install. */
const SHOWN_CLIENTS = ["claude-code", "cursor", "codex", "vscode"];

const NONE: readonly ApiKey[] = [];

export default function KeysPage() {
  const user = useUser();
  const keys = useApiKeys();
  const usage = useUsageByKey();
  const spending = useSpending();
  const [params, setParams] = useSearchParams();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  // Full keys that are known here because they were made or shown; they are gone with the page.
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  const { dialog, withFreshSignIn } = useFreshSignIn(user.email);
  const isManager = useMayManage(user.uid);
  const mayManage = isManager ?? false;
  const list = keys.data ?? NONE;
  const shown = displayedKey(list, chosenId);

  function change(next: URLSearchParams) {
    setParams(next, { replace: true, preventScrollReset: true });
  }

  function remember(id: string, key: string) {
    setSecrets((known) => new Map([...known, [id, key]]));
  }

  function show({ id, key }: NewApiKey) {
    remember(id, key);
    setChosenId(id);
    setNewId(id);
  }

  async function reveal(id: string): Promise<string> {
    const key = await withFreshSignIn(() => revealKey(id));
    remember(id, key);
    return key;
  }
  // The same function at every drawing: a row is drawn again only when something in it has changed.
  const latestReveal = useRef(reveal);
  useEffect(() => {
    latestReveal.current = reveal;
  });
  const revealInRow = useCallback((id: string) => latestReveal.current(id), []);

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1>API Keys</h1>
        <Link to="/mcp" className="link inline-flex items-center touch">
          MCP docs
        </Link>
      </div>
      {keys.error && (
        <Problem
          {...errorWords(keys.error, COPY.unknownError)}
          onRetry={() => void keys.refetch()}
          isRetrying={keys.isFetching}
        />
      )}
      <NewKey isEmailVerified={user.emailVerified} onCreated={show} />
      {list.length > 0 && selectedTeamId() === PERSONAL_SCOPE && (
        <KeysOfPlan tier={user.tier} active={list.filter(isLasting).length} />
      )}
      {!keys.error && (
        <Loading
          isLoading={keys.isPending || isManager === null}
          label={COPY.loading}
          isLabelShown
          skeleton={<Skeleton className="h-48" />}
        >
          {() => (
            <>
              {shown && (
                <KeyPanel
                  // The list may know a new key before this page does: the panel is drawn anew, to have the focus.
                  key={`${shown.id} ${shown.id === newId}`}
                  apiKey={shown}
                  secret={secrets.get(shown.id) ?? null}
                  mayReveal={mayManage}
                  onReveal={() => reveal(shown.id)}
                  isNew={shown.id === newId}
                  variable={KEY_VARIABLE}
                  actions={mayManage && isLasting(shown) && <RollKey apiKey={shown} onRolled={show} />}
                >
                  <OlderKeys keys={rolledTwins(list, shown)} />
                  <SetupSnippets apiKey={secrets.get(shown.id) ?? null} mayReveal={mayManage} />
                </KeyPanel>
              )}
              {!shown && list.length > 0 && <p className="text-md text-muted">{COPY.noneActive}</p>}
              {list.length === 0 ? (
                <EmptyState example="With a key your agents search and read. Making one takes a name.">
                  {COPY.none}
                </EmptyState>
              ) : (
                <KeyList
                  keys={list}
                  displayedId={shown?.id ?? null}
                  onDisplay={setChosenId}
                  wanted={params.get("find") ?? ""}
                  onWant={(words) => change(withWords(params, words))}
                  sort={readSort(params, KEY_COLUMNS)}
                  onSort={(sort) => change(writeSort(params, sort))}
                  usage={usage.data ?? null}
                  secrets={secrets}
                  onReveal={revealInRow}
                  mayManage={mayManage}
                  spending={spending.data}
                />
              )}
            </>
          )}
        </Loading>
      )}
      {dialog}
    </>
  );
}

function withWords(params: URLSearchParams, words: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (words === "") next.delete("find");
  else next.set("find", words);
  return next;
}

/** Words on how many keys the plan has room for, before the last key is refused. */
function KeysOfPlan({ tier, active }: { tier: string; active: number }) {
  const plan = Object.entries(PLANS).find(([name]) => name === tier)?.[1];
  if (!plan) return null;
  const { maxApiKeys } = plan;
  return (
    <p className="-mt-3 text-sm text-muted">
      {active} of {maxApiKeys} keys of the {tier} plan are active.
      {active >= maxApiKeys && (
        <>
          {" "}
          Revoke one to make another, or{" "}
          <Link to="/subscribe?tier=basic" className="link">
            see the plans
          </Link>
          .
        </>
      )}
    </p>
  );
}

type SetupSnippetsProps = { apiKey: string | null; mayReveal: boolean };

/**
 * The snippets that set up a client, with a stand-in until the key is known here. Drawn again only for another key: there are
 * many of them, and typing into the list below must not wait for them.
 */
const SetupSnippets = memo(function SetupSnippets({ apiKey, mayReveal }: SetupSnippetsProps) {
  const os = useThisOs();
  const install = { mcpUrl: `${location.origin}/mcp`, apiKey };
  const tabs = SHOWN_CLIENTS.map(findClient)
    .filter((client) => client !== null)
    .map((client) => ({
      id: client.id,
      name: client.name,
      content: (
        <ClientInstructions
          client={client}
          install={install}
          os={os}
          brief={
            <p className="text-sm text-muted">
              <Link to={`/install?client=${client.id}`} className="link">
                Files, traps and how to verify it
              </Link>
            </p>
          }
        />
      ),
    }));
  return (
    <div>
      {apiKey === null && mayReveal && (
        <p className="mb-3 text-sm text-muted">Show or copy the key once, and it is filled in below.</p>
      )}
      <Tabs label="Client" tabs={tabs} />
    </div>
  );
});
