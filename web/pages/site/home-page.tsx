import { FileText, FolderGit2, Globe } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { home } from "virtual:home";
import { EXAMPLE_QUESTIONS, EXAMPLES_SHOWN } from "#schema/api/public-search.ts";
import { CALL_PRICES_IN_WORDS } from "#schema/plans.ts";
import { PRODUCT } from "#schema/values.ts";
import { Later } from "#web/components/site/later.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { QUESTIONS, STEPS } from "#web/features/home/copy.ts";
import { InstallTabs } from "#web/features/home/install-tabs.tsx";
import { Measured } from "#web/features/home/measured.tsx";
import { Pricing } from "#web/features/home/pricing.tsx";
import { Race } from "#web/features/home/race.tsx";
import { TrySearch } from "#web/features/search/try-search.tsx";

export default function HomePage() {
  return (
    <main id="main" className="page grid gap-18 pb-4">
      <div className="grid gap-14">
        <Hero />
        <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2">
          <Card aria-labelledby="ask" className="grid grid-cols-1 gap-4">
            <h2 id="ask">Ask it now</h2>
            <p className="text-md text-muted">
              No account needed. You see what your agent would read, and what it wouldn't have to.
            </p>
            <Later>
              <TrySearch examples={EXAMPLE_QUESTIONS.slice(0, EXAMPLES_SHOWN)} followsServer />
            </Later>
          </Card>
          <Card aria-labelledby="race" className="grid grid-cols-1 gap-4">
            <h2 id="race">Same question, fewer tokens</h2>
            <p className="text-md text-muted">
              Tokens an agent reads to answer: the whole page that has the answer, or what {PRODUCT} sends.
            </p>
            <Later>
              <Race laps={home.laps} />
            </Later>
          </Card>
        </div>
      </div>
      <Section id="install" title="Install in one step">
        <InstallTabs setups={home.setups} urlPlaceholder={home.urlPlaceholder} />
      </Section>
      <Section id="how" title="How it works">
        <ol className="grid gap-6 md:grid-cols-3">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="grid content-start gap-1.5 border-t-2 border-accent pt-4">
              <span className="font-mono text-sm text-muted">{index + 1}</span>
              <h3 className="text-lg">{title}</h3>
              <p className="text-md text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <PrivateDocs />
      <Section id="measured" title="Measured, not promised">
        <Measured ways={home.ways} corpora={home.corpora} />
      </Section>
      <Section id="pricing" title="Pricing">
        <Pricing />
        <p className="text-sm text-muted">{CALL_PRICES_IN_WORDS}. You don't pay when we find nothing.</p>
      </Section>
      <Section id="questions" title="Questions">
        <div className="border-b border-border">
          {QUESTIONS.map(({ question, answer }) => (
            <details key={question} className="group border-t border-border">
              <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2 font-medium [&::-webkit-details-marker]:hidden">
                {question}
                <span aria-hidden="true" className="text-lg text-muted group-open:rotate-45">
                  +
                </span>
              </summary>
              <p className="max-w-measure pb-4 text-muted">{answer}</p>
            </details>
          ))}
        </div>
      </Section>
    </main>
  );
}

function Hero() {
  return (
    <section className="grid justify-items-start gap-5 pt-14 sm:pt-18">
      <h1 className="max-w-[18ch] text-hero tracking-tight">Context for your agent, not the whole page.</h1>
      <p className="max-w-[54ch] text-lg text-muted">
        {PRODUCT} searches public and private documentation over MCP and returns only the part that your
        coding agent needs.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/signup" variant="primary">
          Get an API key
        </ButtonLink>
        <ButtonLink to="/demo">Try a search</ButtonLink>
        <ButtonLink to="/mcp">Connect your agent</ButtonLink>
      </div>
    </section>
  );
}

function PrivateDocs() {
  const kinds = [
    {
      icon: FolderGit2,
      name: "Repositories",
      text: "The docs folder of a repository on GitHub, indexed again when you push.",
    },
    {
      icon: Globe,
      name: "Sites",
      text: "A documentation site, crawled politely, with a report on every page.",
    },
    { icon: FileText, name: "PDF files", text: "Data sheets and manuals, searched like any other page." },
  ];
  return (
    <Section id="private" title="Your documentation too">
      <p className="max-w-measure text-muted">
        What your team wrote is not in any model. Index it once, and every agent with your key finds it beside
        the public documentation. Nobody else does.
      </p>
      <ul className="grid gap-5 md:grid-cols-3">
        {kinds.map(({ icon: Icon, name, text }) => (
          <li key={name} className="flex gap-3">
            <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-accent" />
            <div>
              <h3>{name}</h3>
              <p className="text-md text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="text-md">
        <Link to="/docs/indexing" className="link">
          What can be indexed
        </Link>
      </p>
    </Section>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Later>
      <section aria-labelledby={id} className="below-window grid grid-cols-1 gap-6">
        <h2 id={id} className="text-2xl tracking-tight">
          {title}
        </h2>
        {children}
      </section>
    </Later>
  );
}
