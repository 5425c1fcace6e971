import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { CodeBlock } from "#web/components/ui/code-block.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { ciRecipes, SECRET_COMMAND } from "./ci.ts";

/** A card on how an agent that runs without a person gets the key: from a secret, by the environment. */
export function CiCard({ mcpUrl }: { mcpUrl: string }) {
  return (
    <Card aria-labelledby="ci">
      <CardHeader title="Run it in CI" id="ci" />
      <div className="grid grid-cols-1 gap-5">
        <p className="text-md text-muted">
          Create a separate key for CI, so that it can be rolled without touching anybody's machine, and keep
          it as a secret of the repository:
        </p>
        <CodeBlock text={SECRET_COMMAND} label="Command for the secret" />
        <Tabs
          label="Agent"
          tabs={ciRecipes(mcpUrl).map(({ id, name, file, text }) => ({
            id: `ci-${id}`,
            name,
            content: (
              <div className="grid grid-cols-1 gap-2">
                <p className="text-md">
                  In <code>{file}</code>
                </p>
                <CodeBlock text={text} label={`Workflow for ${name}`} />
              </div>
            ),
          }))}
        />
      </div>
    </Card>
  );
}
