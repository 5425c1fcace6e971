import { Link } from "react-router";
import { useOrigin } from "#web/app/origin.ts";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";

type InstallTabsProps = {
  setups: readonly { id: string; name: string; where: string; text: string }[];
  /** The stand-in for the address in the texts. */
  urlPlaceholder: string;
};

/** Text to paste into the clients that most people use, and the way to all others. */
export function InstallTabs({ setups, urlPlaceholder }: InstallTabsProps) {
  const mcpUrl = `${useOrigin()}/mcp`;
  const tabs = setups.map(({ id, name, where, text }) => ({
    id,
    name,
    content: (
      <div className="grid gap-3">
        <p className="text-sm text-muted">{where}</p>
        <CodeBlock text={text.replaceAll(urlPlaceholder, mcpUrl)} label={`${name} setup`} />
      </div>
    ),
  }));
  return (
    <>
      <Tabs label="Client" tabs={tabs} />
      <p className="mt-4 text-sm">
        <Link to="/mcp" className="link">
          More than 30 other clients
        </Link>
      </p>
    </>
  );
}
