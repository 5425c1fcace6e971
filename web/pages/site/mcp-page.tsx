import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useSearchParams } from "react-router";
import { PRODUCT } from "#schema/values.ts";
import { useOrigin } from "#web/app/origin.ts";
import { useTitle } from "#web/app/title.ts";
import { Card } from "#web/components/ui/card.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Fold } from "#web/components/ui/fold.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { OsChoice } from "#web/features/install/os-choice.tsx";
import { PageMenu } from "#web/features/content/page-menu.tsx";
import { ClientInstructions } from "#web/features/install/client-instructions.tsx";
import { ClientPicker } from "#web/features/install/client-picker.tsx";
import { CLIENTS, findClient } from "#web/features/install/clients.ts";
import type { Os } from "#web/features/install/install.ts";
import { rememberClient, useLastClient, useThisOs } from "#web/features/install/this-device.ts";
import { AnswerPicture } from "#web/features/mcp/answer-picture.tsx";
import { ToolReference } from "#web/features/mcp/tool-reference.tsx";

export default function McpPage() {
  const mcpUrl = `${useOrigin()}/mcp`;
  const thisOs = useThisOs();
  const [chosenOs, setChosenOs] = useState<Os | null>(null);
  const [apiKey, setApiKey] = useState("");
  const client = useClientOfAddress();
  const os = chosenOs ?? thisOs;
  const isAddressed = useSearchParams()[0].has("client");
  useTitle("MCP", isAddressed ? client.name : null);
  return (
    <main id="main" className="page grid grid-cols-1 gap-10 py-10 sm:py-14">
      <section className="grid gap-4">
        <h1 className="text-hero tracking-tight">MCP</h1>
        <p className="max-w-[52ch] text-lg text-muted">
          {PRODUCT} is a remote MCP server. Give your agent its address and your key, and it searches
          documentation when it needs to.
        </p>
        <PageMenu path="/mcp" />
        <div className="max-w-[560px]">
          <CodeBlock text={mcpUrl} label="MCP address" />
        </div>
      </section>
      <section aria-labelledby="connect" className="grid grid-cols-1 gap-5">
        <h2 id="connect">Connect your agent</h2>
        <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[18rem_minmax(0,1fr)]">
          <Fold title={`${client.name}: another client`} className="md:hidden">
            <ClientPicker selectedId={client.id} />
          </Fold>
          <div className="hidden md:block">
            <ClientPicker selectedId={client.id} />
          </div>
          <Card aria-labelledby="client" className="grid grid-cols-1 gap-5">
            <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto]" data-needs-script="">
              <Field
                label="Your API key"
                hint="Fills in the snippets below. We never send or store it."
                aside={
                  <Link className="link" to="/keys">
                    Make one
                  </Link>
                }
              >
                {(control) => (
                  <Input
                    {...control}
                    type="password"
                    autoComplete="off"
                    spellCheck={false}
                    value={apiKey}
                    onChange={(event) => setApiKey(event.target.value.trim())}
                  />
                )}
              </Field>
              <OsChoice os={os} onChange={setChosenOs} />
            </div>
            <h3 id="client" className="text-xl">
              {client.name}
            </h3>
            {/* The key resets the part: another client begins with no link opened. */}
            <ClientInstructions
              key={client.id}
              client={client}
              install={{ mcpUrl, apiKey: apiKey || null }}
              os={os}
            />
          </Card>
        </div>
        <p className="text-md text-muted">
          All of this as text:{" "}
          <Link className="link" to="/docs/clients">
            {CLIENTS.length} clients, each with its page
          </Link>
          .
        </p>
      </section>
      <section aria-labelledby="tools" className="grid gap-4">
        <h2 id="tools">Two tools, two prompts</h2>
        <ToolReference />
        <p className="text-md text-muted">
          Arguments, answers and limits:{" "}
          <Link className="link" to="/docs/tools">
            Tools
          </Link>
          ,{" "}
          <Link className="link" to="/docs/prompts">
            Prompts
          </Link>
          ,{" "}
          <Link className="link" to="/docs/sessions">
            Sessions
          </Link>
          ,{" "}
          <Link className="link" to="/docs/errors">
            Errors
          </Link>
          . OpenAI&apos;s deep research finds <code>search</code> and <code>fetch</code> at{" "}
          <code>{mcpUrl}/openai</code>.
        </p>
      </section>
      <Card aria-labelledby="answer">
        <h2 id="answer" className="mb-3">
          What an answer looks like
        </h2>
        <AnswerPicture />
      </Card>
    </main>
  );
}

/** The client that the address names, else the one of last time. While the page is taken over, the client of the rendered page. */
function useClientOfAddress() {
  const [params] = useSearchParams();
  const last = useLastClient();
  const named = useSyncExternalStore(
    () => () => {},
    () => params.get("client"),
    () => null,
  );
  const client = findClient(named ?? "") ?? findClient(last ?? "") ?? CLIENTS[0]!;
  useEffect(() => {
    if (named === client.id) rememberClient(client.id);
  }, [named, client.id]);
  return client;
}
