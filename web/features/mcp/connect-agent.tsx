import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { clientSetups } from "./client-setups.ts";

/** Stands where the key goes for a visitor of whom no key is known. */
const KEY_PLACEHOLDER = "<your key>";

/** What to paste into each client, with a placeholder for the key. */
export function ConnectAgent({ mcpUrl }: { mcpUrl: string }) {
  const tabs = clientSetups(mcpUrl, KEY_PLACEHOLDER).map((setup) => ({
    id: setup.id,
    name: setup.name,
    content: (
      <div className="grid gap-3">
        <p className="text-md">{setup.where}</p>
        <CodeBlock text={setup.text} label={`${setup.name} setup`} />
        <p className="text-sm text-muted">{withCode(setup.note)}</p>
      </div>
    ),
  }));
  return <Tabs label="Client" tabs={tabs} />;
}

/** Text with `backticks` as code. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
