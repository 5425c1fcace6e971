import { Button } from "#web/components/ui/button.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import type { Exchange } from "./queries.ts";

/** The call that an agent would make, and its answer to the letter. */
export function McpDrawer({ exchange }: { exchange: Exchange }) {
  return (
    <Dialog
      shape="drawer"
      title="MCP call"
      description="What an agent sends to get this answer, and what it gets."
      trigger={<Button size="sm">MCP call</Button>}
    >
      <h3>Request</h3>
      <CodeBlock text={exchange.request} label="MCP request" />
      <h3>Response</h3>
      <CodeBlock text={exchange.response} label="MCP response" />
    </Dialog>
  );
}
