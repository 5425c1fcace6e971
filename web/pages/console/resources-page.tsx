import type { Finding, RunStates } from "./resource-tab.ts";
import { useEffect, useMemo } from "react";
import { useSearchParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { RunAction } from "#web/features/job-runs/job-list.tsx";
import { useJobRuns } from "#web/features/job-runs/queries.ts";
import type { JobRun } from "#web/features/job-runs/queries.ts";
import { isActive, latestRuns } from "#web/features/job-runs/run-state.ts";
import { RunStatus } from "#web/features/job-runs/run-status.tsx";
import { useRunNews } from "#web/features/job-runs/use-run-news.ts";
import { LOAD_INDEX_FAILED } from "#web/features/sources/copy.ts";
import { IndexTotals } from "#web/features/sources/index-totals.tsx";
import { usePrivateIndex, useQuotas } from "#web/features/sources/queries.ts";
import { QuotaList } from "#web/features/sources/quotas.tsx";
import { JobsTab } from "./jobs-tab.tsx";
import { PackagesTab } from "./packages-tab.tsx";
import { PdfsTab } from "./pdfs-tab.tsx";
import { RepositoriesTab } from "./repositories-tab.tsx";
import { SitesTab } from "./sites-tab.tsx";

/** Words for how a connection ended, by the value in the address to which GitHub sends back. */
const GITHUB_NEWS: Record<string, { text: string; kind: "ok" | "danger" }> = {
  connected: { text: "GitHub is connected.", kind: "ok" },
  denied: { text: "GitHub was not connected: you did not give the permission.", kind: "danger" },
  failed: { text: "GitHub could not be connected. Try again.", kind: "danger" },
};
const NEWS_MS = 5_000;

export default function ResourcesPage() {
  const [params, setParams] = useSearchParams();
  const index = usePrivateIndex();
  const quotas = useQuotas();
  const runs = useJobRuns();
  const running = runs.data?.filter(isActive).length ?? 0;
  useRunNews(runs.data);
  useGithubNews();

  const selected = params.get("tab") ?? "sites";
  function change(name: "tab" | "find", value: string) {
    const next = new URLSearchParams(params);
    // The words of a filter are about one list, so another tab drops them.
    if (name === "tab") next.delete("find");
    if (value === "") next.delete(name);
    else next.set(name, value);
    // Drawn at once: the next arrow key goes on from the tab that this one has opened.
    setParams(next, { replace: true, preventScrollReset: true, flushSync: name === "tab" });
  }

  const states = useMemo(() => runStates(runs.data ?? []), [runs.data]);
  const finding: Finding = {
    wanted: params.get("find") ?? "",
    onWant: (words) => change("find", words),
  };
  const state = { ...states, ...finding };
  const tabs = [
    { id: "sites", name: "Sites", content: <SitesTab {...state} /> },
    { id: "repositories", name: "Repositories", content: <RepositoriesTab {...state} /> },
    { id: "packages", name: "Packages", content: <PackagesTab {...state} /> },
    { id: "pdfs", name: "PDFs", content: <PdfsTab {...finding} /> },
    {
      id: "jobs",
      name: running > 0 ? `Jobs (${running} running)` : "Jobs",
      content: <JobsTab runs={runs} {...finding} />,
    },
  ];

  return (
    <>
      <h1>Resources</h1>
      <Loaded
        query={index}
        label="Loading totals"
        skeleton={<Skeleton className="h-20" />}
        failed={(error) => errorWords(error, LOAD_INDEX_FAILED)}
      >
        {(data) => <IndexTotals index={data} />}
      </Loaded>
      <Loaded
        query={quotas}
        label="Loading your plan's limits"
        skeleton={<Skeleton className="h-12" />}
        failed={(error) => errorWords(error, "Your plan's limits couldn't be loaded.")}
      >
        {(data) => <QuotaList quotas={data} />}
      </Loaded>
      <Tabs
        label="Resources"
        selected={selected}
        onChange={(tab) => change("tab", tab)}
        tabs={tabs.map((tab) => ({ ...tab, content: tab.id === selected && tab.content }))}
      />
    </>
  );
}

function runStates(runs: readonly JobRun[]): RunStates {
  const runOf = latestRuns(runs);
  return {
    status: (moduleId) => {
      const run = runOf.get(moduleId);
      return run ? <RunStatus run={run} /> : "–";
    },
    isRunning: (moduleId) => {
      const run = runOf.get(moduleId);
      return run !== undefined && isActive(run);
    },
    cancel: (moduleId) => {
      const run = runOf.get(moduleId);
      return run && isActive(run) && <RunAction run={run} />;
    },
  };
}

/** Says once how connecting GitHub went, and takes that out of the address. */
function useGithubNews() {
  const [params, setParams] = useSearchParams();
  const outcome = params.get("github");
  useEffect(() => {
    if (outcome === null) return;
    const news = GITHUB_NEWS[outcome];
    if (news) showToast({ ...news, durationMs: NEWS_MS });
    setParams(
      (now) => {
        now.delete("github");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [outcome, setParams]);
}
