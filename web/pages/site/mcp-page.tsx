import { PRODUCT } from "#schema/values.ts";
import { useOrigin } from "#web/app/origin.ts";
import { Card } from "#web/components/ui/card.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { AnswerPicture } from "#web/features/mcp/answer-picture.tsx";
import { ConnectAgent } from "#web/features/mcp/connect-agent.tsx";
import { ToolReference } from "#web/features/mcp/tool-reference.tsx";

export default function McpPage() {
  const mcpUrl = `${useOrigin()}/mcp`;
  return (
    <main id="main" className="page grid gap-10 py-14">
      <section className="grid gap-4">
        <h1 className="text-hero tracking-tight">MCP</h1>
        <p className="max-w-[52ch] text-lg text-muted">
          {PRODUCT} is a remote MCP server. Give your agent its address and your key, and it searches
          documentation by itself when it needs to.
        </p>
        <div className="max-w-[560px]">
          <CodeBlock text={mcpUrl} label="MCP address" />
        </div>
      </section>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Card aria-labelledby="connect">
          <h2 id="connect" className="mb-3">
            Connect your agent
          </h2>
          <ConnectAgent mcpUrl={mcpUrl} />
        </Card>
        <Card aria-labelledby="answer">
          <h2 id="answer" className="mb-3">
            What an answer looks like
          </h2>
          <AnswerPicture />
        </Card>
      </div>
      <section aria-labelledby="tools" className="grid gap-4">
        <h2 id="tools">Two tools, two prompts</h2>
        <ToolReference />
      </section>
    </main>
  );
}
