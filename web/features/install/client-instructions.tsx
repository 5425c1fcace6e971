import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import type { ClientSpec } from "./client-spec.ts";
import { instructionsFor } from "./clients.ts";
import { VERIFY_PROMPT } from "./install.ts";
import type { Install, Os } from "./install.ts";
import { maskedIn } from "./mask-key.ts";

type ClientInstructionsProps = {
  client: ClientSpec;
  install: Install;
  os: Os;
  /** The lead to the other ways; given, only the shortest way is shown. */
  brief?: ReactNode;
};

/** Install, verify, get help, for one client. The key is masked where it is shown and whole where it is copied. */
export function ClientInstructions({ client, install, os, brief }: ClientInstructionsProps) {
  const instructions = instructionsFor(client, install, os);
  const { command, url, steps } = instructions;
  const file = brief && command ? undefined : instructions.file;
  return (
    <div className="grid grid-cols-1 gap-6">
      <section className="grid grid-cols-1 gap-4" aria-label={`Install in ${client.name}`}>
        {client.link && <InstallLink client={client} install={install} />}
        {command && (
          <Snippet title="In a terminal" text={command} label={`${client.name} command`} install={install} />
        )}
        {steps.length > 0 && (
          <ol className="grid list-decimal gap-1.5 pl-6 text-md">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
        {url && <Snippet title="The address" text={url} label={`${client.name} address`} install={install} />}
        {file && (
          <Snippet
            title={
              <>
                {file.path ? <>In {<code>{file.path}</code>}</> : "The configuration to paste"}
                {file.projectPath && (
                  <>
                    , or <code>{file.projectPath}</code> of one project
                  </>
                )}
              </>
            }
            text={file.text}
            label={`${client.name} configuration`}
            install={install}
          />
        )}
        {!brief && client.trap && (
          <p className="border-l-3 border-strong pl-3 text-sm text-muted">{withCode(client.trap)}</p>
        )}
      </section>
      {brief ?? <VerifyAndHelp client={client} />}
    </div>
  );
}

function VerifyAndHelp({ client }: { client: ClientSpec }) {
  return (
    <>
      <section className="grid grid-cols-1 gap-2 text-md" aria-label="Verify">
        <p className="font-medium">Verify</p>
        <p className="text-muted">{withCode(client.verify)} Then ask:</p>
        <CodeBlock text={VERIFY_PROMPT} label="Question to ask" />
      </section>
      <p className="text-sm text-muted">
        <a className="link" href={client.docsUrl}>
          {client.name}: its own documentation
        </a>
        . Checked on {client.checkedOn}.
      </p>
    </>
  );
}

/** The link to install. The address is made when the button is pressed, so that the key stands in no page. */
function InstallLink({ client, install }: { client: ClientSpec; install: Install }) {
  const [isOpened, setIsOpened] = useState(false);
  const canOpen = client.link!(install) !== null;

  function open() {
    const link = client.link!(install);
    if (link === null) return;
    // A web page opens in a tab of its own; a link of another scheme leads out of the browser and leaves this page as it is.
    if (link.startsWith("https:")) window.open(link, "_blank", "noopener");
    else location.assign(link);
    setIsOpened(true);
  }

  return (
    <div className="grid justify-items-start gap-2" data-needs-script="">
      <Button
        variant="primary"
        onClick={open}
        disabled={!canOpen}
        icon={<ExternalLink aria-hidden="true" className="size-4" />}
      >
        Install in {client.name}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isOpened
          ? "Nothing happened? Copy the text below."
          : canOpen
            ? null
            : "The link holds your key: put it in above."}
      </p>
    </div>
  );
}

type SnippetProps = { title: ReactNode; text: string; label: string; install: Install };

function Snippet({ title, text, label, install }: SnippetProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-md wrap-anywhere">{title}</p>
      <CodeBlock text={text} label={label}>
        {maskedIn(text, install.apiKey)}
      </CodeBlock>
    </div>
  );
}

/** Text with `backticks` as code. */
function withCode(text: string): ReactNode {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
