import { Copyable } from "#web/components/ui/copyable.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { clientSetups } from "./client-setups.ts";

/** Stands where the key goes. The page does not know the key, and never asks for it. */
const KEY_PLACEHOLDER = "<your key>";

export function ConnectAgent({ mcpUrl }: { mcpUrl: string }) {
  const tabs = clientSetups(mcpUrl, KEY_PLACEHOLDER).map((setup) => ({
    id: setup.id,
    name: setup.name,
    content: (
      <>
        <p>{setup.where}</p>
        <Copyable text={setup.text} label={`${setup.name} setup`} />
        <p className="note">{withCode(setup.note)}</p>
      </>
    ),
  }));
  return (
    <>
      <p>
        Put your key in place of <code>{KEY_PLACEHOLDER}</code>: it was printed in the terminal where{" "}
        <code>npm start</code> runs, with these lines filled in, and is kept in <code>.local/demo.json</code>.
      </p>
      <Tabs label="Client" tabs={tabs} />
      <p className="note">
        Any other MCP client: Streamable HTTP at <code>{mcpUrl}</code>, with the header{" "}
        <code>Authorization: Bearer {KEY_PLACEHOLDER}</code>.
      </p>
    </>
  );
}

/** Text with `backticks` as code. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
