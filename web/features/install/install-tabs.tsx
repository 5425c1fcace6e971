import { useState } from "react";
import { Link } from "react-router";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { CLIENTS, findClient, instructionsFor } from "./clients.ts";
import { useLastClient, useThisOs, rememberClient } from "./this-device.ts";

/** Those that most people have. */
const SHOWN = ["claude-code", "cursor", "vscode", "codex", "gemini-cli", "windsurf"];

/** What to paste into each of six clients, without a key, beginning with the one that was looked at last. */
export function InstallTabs({ mcpUrl }: { mcpUrl: string }) {
  const os = useThisOs();
  const last = useLastClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const selected = chosen ?? (last !== null && SHOWN.includes(last) ? last : SHOWN[0]!);
  const tabs = SHOWN.map((id) => {
    const client = findClient(id)!;
    const { command, file } = instructionsFor(client, { mcpUrl, apiKey: null }, os);
    return {
      id,
      name: client.name,
      content: (
        <div className="grid gap-3">
          <p className="text-md wrap-anywhere">
            {command ? (
              "In a terminal"
            ) : (
              <>
                In <code>{file?.path}</code>
              </>
            )}
          </p>
          <CodeBlock text={command ?? file?.text ?? ""} label={`${client.name} setup`} />
        </div>
      ),
    };
  });
  return (
    <div className="grid gap-4">
      <Tabs
        label="Client"
        tabs={tabs}
        selected={selected}
        onChange={(id) => {
          setChosen(id);
          rememberClient(id);
        }}
      />
      <p className="text-md">
        <Link className="link inline-flex min-h-6 items-center touch" to={`/mcp?client=${selected}`}>
          One click, and {CLIENTS.length - SHOWN.length} more clients
        </Link>
      </p>
    </div>
  );
}
