import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useUser } from "#web/app/use-user.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { useTransactions } from "#web/features/activity/queries.ts";
import { detailsOf, keyNameOf, tokensOf } from "#web/features/activity/transactions.ts";
import { displayedKey } from "#web/features/api-keys/displayed-key.ts";
import { NewKey } from "#web/features/api-keys/new-key.tsx";
import { revealKey, useApiKeys } from "#web/features/api-keys/queries.ts";
import { useFreshSignIn } from "#web/features/auth/sign-in-again.tsx";
import { ConnectionLine } from "#web/features/first-run/connection-line.tsx";
import { ClientInstructions } from "#web/features/install/client-instructions.tsx";
import { ClientPicker } from "#web/features/install/client-picker.tsx";
import { AGENT_RULE_FILES, findClient } from "#web/features/install/clients.ts";
import type { Os } from "#web/features/install/install.ts";
import { OsChoice } from "#web/features/install/os-choice.tsx";
import { useLastClient, useThisOs } from "#web/features/install/this-device.ts";
import { formatAgo } from "#web/lib/dates.ts";

export default function InstallPage() {
  const user = useUser();
  const [params] = useSearchParams();
  const thisOs = useThisOs();
  const [chosenOs, setChosenOs] = useState<Os | null>(null);
  const lastClient = useLastClient();
  const client = findClient(params.get("client") ?? lastClient ?? "") ?? findClient("claude-code")!;
  const { apiKey, picker, dialog } = useKeyPicker(user);
  const latest = useTransactions().data?.find(({ source }) => source === "usage") ?? null;
  return (
    <>
      <h1>Install</h1>
      <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-[18rem_minmax(0,1fr)]">
        <ClientPicker selectedId={client.id} />
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
          <div className="border-t border-border pt-4">
            <ConnectionLine
              latest={
                latest && {
                  client: keyNameOf(latest) || null,
                  subject: detailsOf(latest),
                  ago: formatAgo(latest.timestamp),
                  tokens: tokensOf(latest)?.sent ?? null,
                }
              }
            />
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
      {dialog}
    </>
  );
}

/** Which key fills the snippets: the first active one until another is chosen. It is asked for when the person wants it. */
function useKeyPicker({ email, emailVerified }: { email: string; emailVerified: boolean }) {
  const keys = useApiKeys();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  const { dialog, withFreshSignIn } = useFreshSignIn(email);
  const active = keys.data?.filter(({ isActive }) => isActive) ?? [];
  const shown = displayedKey(active, chosenId);
  const apiKey = shown ? (secrets.get(shown.id) ?? null) : null;

  async function fillIn(id: string) {
    const key = await withFreshSignIn(() => revealKey(id));
    setSecrets(new Map([...secrets, [id, key]]));
  }

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
        <Button onClick={() => void fillIn(shown.id).catch(() => {})}>Fill in the key</Button>
      )}
      <Link to="/keys" className="link pb-2 text-sm">
        All keys
      </Link>
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
  ) : (
    keys.isPending && <Skeleton className="h-[66px]" />
  );
  return { apiKey, picker, dialog };
}
