import { useMutation } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { useUser } from "#web/app/use-user.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { useTransactions } from "#web/features/activity/queries.ts";
import { COPY as KEYS_COPY } from "#web/features/api-keys/copy.ts";
import { displayedKey } from "#web/features/api-keys/displayed-key.ts";
import { NewKey } from "#web/features/api-keys/new-key.tsx";
import { revealKey, useApiKeys } from "#web/features/api-keys/queries.ts";
import { useFreshSignIn } from "#web/features/auth/sign-in-again.tsx";
import { ConnectionLine } from "#web/features/first-run/connection-line.tsx";
import { CiCard } from "#web/features/install/ci-card.tsx";
import { ClientInstructions } from "#web/features/install/client-instructions.tsx";
import { ClientPicker } from "#web/features/install/client-picker.tsx";
import { AGENT_RULE_FILES, findClient } from "#web/features/install/clients.ts";
import type { Os } from "#web/features/install/install.ts";
import { OsChoice } from "#web/features/install/os-choice.tsx";
import { rememberClient, useLastClient, useThisOs } from "#web/features/install/this-device.ts";
import { latestCall } from "./latest-call.ts";

export default function InstallPage() {
  const user = useUser();
  const [params] = useSearchParams();
  const thisOs = useThisOs();
  const [chosenOs, setChosenOs] = useState<Os | null>(null);
  const lastClient = useLastClient();
  const client = findClient(params.get("client") ?? lastClient ?? "") ?? findClient("claude-code")!;
  const isNamed = params.get("client") === client.id;
  useEffect(() => {
    if (isNamed) rememberClient(client.id);
  }, [isNamed, client.id]);
  // The client from which another is being chosen. On a phone the open list would stand before the instructions, so it closes
  // when another client is chosen.
  const [choosingFrom, setChoosingFrom] = useState<string | null>(null);
  const isChoosing = choosingFrom === client.id;
  const { keys, apiKey, picker, dialog } = useKeyPicker(user);
  const activity = useTransactions();
  return (
    <>
      <h1>Install</h1>
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[18rem_minmax(0,1fr)]">
        <Button
          className="md:hidden"
          aria-expanded={isChoosing}
          onClick={() => setChoosingFrom(isChoosing ? null : client.id)}
          icon={<ChevronDown aria-hidden="true" className="size-4" />}
        >
          {client.name}: choose another client
        </Button>
        <div className={isChoosing ? undefined : "max-md:hidden"}>
          <ClientPicker selectedId={client.id} />
        </div>
        <Card aria-labelledby="client" className="grid grid-cols-1 gap-5">
          <CardHeader title={client.name} id="client">
            <OsChoice os={chosenOs ?? thisOs} onChange={setChosenOs} />
          </CardHeader>
          {picker}
          <ClientInstructions
            key={client.id}
            client={client}
            install={{ mcpUrl: `${location.origin}/mcp`, apiKey }}
            os={chosenOs ?? thisOs}
          />
          <div className="min-h-10 border-t border-border pt-4">
            {activity.data && keys.data && <ConnectionLine latest={latestCall(activity.data, keys.data)} />}
          </div>
        </Card>
      </div>
      <Card aria-labelledby="rule">
        <CardHeader title="Make your agent use it" id="rule" />
        <p className="mb-4 text-md text-muted">Paste this rule into the file that your agent reads.</p>
        <Tabs
          label="File"
          tabs={AGENT_RULE_FILES.map(({ file, text }) => ({
            id: file,
            name: file,
            content: <CodeBlock text={text} label={`Rule for ${file}`} />,
          }))}
        />
      </Card>
      <CiCard mcpUrl={`${location.origin}/mcp`} />
      {dialog}
    </>
  );
}

/** The key that fills the snippets: the first active one until another is chosen. The full key is asked for when the person wants it. */
function useKeyPicker({ email, emailVerified }: { email: string; emailVerified: boolean }) {
  const keys = useApiKeys();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  const { dialog, withFreshSignIn } = useFreshSignIn(email);
  const active = keys.data?.filter(({ isActive }) => isActive) ?? [];
  const shown = displayedKey(active, chosenId);
  const apiKey = shown ? (secrets.get(shown.id) ?? null) : null;

  const reveal = useMutation({
    mutationFn: (id: string) => withFreshSignIn(() => revealKey(id)),
    onSuccess: (key, id) => setSecrets(new Map([...secrets, [id, key]])),
  });

  const picker = shown ? (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="API key">
        {({ id }) => (
          <Select
            id={id}
            label="API key"
            className="min-w-56"
            options={active.map((key) => ({ value: key.id, label: `${key.name} (${key.maskedKey})` }))}
            value={shown.id}
            onChange={setChosenId}
          />
        )}
      </Field>
      {apiKey === null && (
        <Button isBusy={reveal.isPending} onClick={() => reveal.mutate(shown.id)}>
          Fill in the key
        </Button>
      )}
      <Link to="/keys" className="link inline-flex min-h-10 items-center text-sm touch">
        All keys
      </Link>
      {reveal.error && <Problem {...errorWords(reveal.error, KEYS_COPY.unknownError)} />}
    </div>
  ) : keys.data ? (
    <NewKey
      isEmailVerified={emailVerified}
      defaultName="My agent"
      onCreated={({ id, key }) => {
        setSecrets(new Map([...secrets, [id, key]]));
        setChosenId(id);
      }}
    />
  ) : keys.error ? (
    <Problem
      {...errorWords(keys.error, KEYS_COPY.unknownError)}
      onRetry={() => void keys.refetch()}
      isRetrying={keys.isFetching}
    />
  ) : (
    <Loading
      isLoading
      label={KEYS_COPY.loading}
      skeleton={<Skeleton className="h-[66px] max-sm:h-[125px]" />}
    >
      {() => null}
    </Loading>
  );
  return { keys, apiKey, picker, dialog };
}
