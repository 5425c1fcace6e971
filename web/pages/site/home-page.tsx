import { PRODUCT } from "#schema/values.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { AnswerPicture } from "#web/features/mcp/answer-picture.tsx";
import { InstallTabs } from "#web/features/install/install-tabs.tsx";
import { useOrigin } from "#web/app/origin.ts";

export default function HomePage() {
  const mcpUrl = `${useOrigin()}/mcp`;
  return (
    <main id="main" className="page">
      <section className="grid justify-items-start gap-5 py-14 sm:py-18">
        <h1 className="max-w-[18ch] text-hero tracking-tight">Context for your agent, not the whole page.</h1>
        <p className="max-w-[44ch] text-lg text-muted">
          {PRODUCT} searches public and private documentation over MCP and returns only the part that your
          coding agent needs.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/signup" variant="primary">
            Get an API key
          </ButtonLink>
          <ButtonLink to="/mcp">How to connect</ButtonLink>
        </div>
      </section>
      <div className="grid gap-5 md:grid-cols-2">
        <Card aria-labelledby="read">
          <h2 id="read" className="mb-3">
            Read what matters
          </h2>
          <AnswerPicture />
        </Card>
        <Card aria-labelledby="install">
          <h2 id="install" className="mb-3">
            Install in one step
          </h2>
          <InstallTabs mcpUrl={mcpUrl} />
        </Card>
      </div>
    </main>
  );
}
