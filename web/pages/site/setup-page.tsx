import { PRODUCT } from "#schema/values.ts";
import { AnswerPicture } from "#web/features/mcp/answer-picture.tsx";
import { ConnectAgent } from "#web/features/mcp/connect-agent.tsx";
import { ServerStatus } from "#web/features/mcp/server-status.tsx";
import { ToolReference } from "#web/features/mcp/tool-reference.tsx";

/** The page at `/` and `/mcp` until there is a web app: what this server is, how to connect to it, what is missing. */
export function SetupPage({ origin }: { origin: string }) {
  const mcpUrl = `${origin}/mcp`;
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="site-header">
        <div className="page">
          <a className="logo" href="/">
            {PRODUCT}
          </a>
        </div>
      </header>
      <main id="main" className="page">
        <section className="hero">
          <h1>Context for your agent, not the whole page.</h1>
          <p className="lead">
            {PRODUCT} searches documentation over MCP and returns only the part that your coding agent needs.
          </p>
          <ServerStatus origin={origin} mcpUrl={mcpUrl} />
        </section>
        <div className="columns">
          <section className="card" aria-labelledby="connect">
            <h2 id="connect">Connect your agent</h2>
            <ConnectAgent mcpUrl={mcpUrl} />
          </section>
          <section className="card" aria-labelledby="answer">
            <h2 id="answer">What an answer looks like</h2>
            <AnswerPicture />
          </section>
        </div>
        <section aria-labelledby="tools">
          <h2 id="tools">Two tools, two prompts</h2>
          <ToolReference />
        </section>
        <section aria-labelledby="missing">
          <h2 id="missing">Not there yet</h2>
          <p>
            There is no sign-in, no console, no billing and no team here: one demo account was made when the
            server started for the first time, and its key is the only one. What is searched is the
            documentation of the packages that are installed beside {PRODUCT}; a site of your own is added
            with a call of the API, described in docs/running.md.
          </p>
        </section>
      </main>
    </>
  );
}
