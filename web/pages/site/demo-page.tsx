import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { DemoChat } from "#web/features/chat/demo-chat.tsx";

/** The chat for visitors: public docs, a few questions an hour. The frame is rendered ahead of time. */
export default function DemoPage() {
  return (
    <main id="main" className="page grid grid-cols-1 gap-8 py-10 sm:py-14">
      <header className="grid gap-3">
        <h1 className="text-hero tracking-tight">Try it</h1>
        <p className="max-w-measure text-muted">
          Ask the public docs a question. You get the passages an agent would get, and every sentence of the
          answer links to the words it comes from.
        </p>
      </header>
      <CSPProvider disableStyleElements>
        <QueryProvider>
          <DemoChat />
        </QueryProvider>
      </CSPProvider>
      <noscript>
        <p>The demo needs JavaScript.</p>
      </noscript>
    </main>
  );
}
