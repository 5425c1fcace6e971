import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { useUser } from "#web/app/use-user.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { showToast } from "#web/components/ui/toasts.ts";
import { CrawlDoctor } from "#web/features/job-runs/crawl-doctor.tsx";
import { JobList } from "#web/features/job-runs/job-list.tsx";
import { useJobRuns } from "#web/features/job-runs/queries.ts";
import { isActive, latestRuns } from "#web/features/job-runs/run-state.ts";
import { RunStatus } from "#web/features/job-runs/run-status.tsx";
import { useRunNews } from "#web/features/job-runs/use-run-news.ts";
import { AddPdfSet } from "#web/features/pdf-sets/add-pdf-set.tsx";
import { PdfSetCard } from "#web/features/pdf-sets/pdf-set-card.tsx";
import { usePdfSets, useReloadPdfSets } from "#web/features/pdf-sets/queries.ts";
import { uploadFiles } from "#web/features/pdf-sets/uploads.ts";
import { AddRepository } from "#web/features/repositories/add-repository.tsx";
import { ConnectGithub, Connection } from "#web/features/repositories/connect-github.tsx";
import { useGithub } from "#web/features/repositories/queries.ts";
import { RepositoryList } from "#web/features/repositories/repository-list.tsx";
import { AddPackage } from "#web/features/sources/add-package.tsx";
import { AddSite } from "#web/features/sources/add-site.tsx";
import { LOAD_INDEX_FAILED } from "#web/features/sources/copy.ts";
import { IndexTotals } from "#web/features/sources/index-totals.tsx";
import type { Source } from "#web/features/sources/queries.ts";
import { usePrivateIndex, useSources } from "#web/features/sources/queries.ts";
import { SiteList } from "#web/features/sources/site-list.tsx";

/** How a connection ended, in the address to which GitHub sends back. */
const GITHUB_NEWS: Record<string, { text: string; kind: "ok" | "danger" }> = {
  connected: { text: "GitHub is connected.", kind: "ok" },
  denied: { text: "GitHub was not connected: you did not give the permission.", kind: "danger" },
  failed: { text: "GitHub could not be connected. Try again.", kind: "danger" },
};
const NEWS_MS = 5_000;

export default function ResourcesPage() {
  const [params, setParams] = useSearchParams();
  const index = usePrivateIndex();
  const runs = useJobRuns();
  const running = runs.data?.filter(isActive).length ?? 0;
  useRunNews(runs.data);
  useGithubNews();

  const selected = params.get("tab") ?? "sites";
  const runOf = latestRuns(runs.data ?? []);
  const status = (moduleId: string) => {
    const run = runOf.get(moduleId);
    return run ? <RunStatus run={run} /> : "–";
  };
  const isRunning = (moduleId: string) => {
    const run = runOf.get(moduleId);
    return run !== undefined && isActive(run);
  };
  const state = { status, isRunning };
  const tabs = [
    { id: "sites", name: "Sites", content: <Sites {...state} /> },
    { id: "repositories", name: "Repositories", content: <Repositories {...state} /> },
    { id: "pdfs", name: "PDFs", content: <Pdfs /> },
    {
      id: "jobs",
      name: running > 0 ? `Jobs (${running} running)` : "Jobs",
      content: <Jobs runs={runs} />,
    },
  ];

  return (
    <>
      <h1>Resources</h1>
      {index.error ? (
        <Problem
          {...errorWords(index.error, LOAD_INDEX_FAILED)}
          onRetry={() => void index.refetch()}
          isRetrying={index.isFetching}
        />
      ) : (
        <Loading isLoading={index.isPending} label="Loading totals" skeleton={<Skeleton className="h-20" />}>
          {() => <IndexTotals index={index.data ?? null} />}
        </Loading>
      )}
      <Tabs
        label="Resources"
        selected={selected}
        onChange={(tab) => {
          const next = new URLSearchParams(params);
          next.set("tab", tab);
          setParams(next, { replace: true, preventScrollReset: true });
        }}
        tabs={tabs.map((tab) => ({ ...tab, content: tab.id === selected && tab.content }))}
      />
    </>
  );
}

type RunStates = { status: (moduleId: string) => ReactNode; isRunning: (moduleId: string) => boolean };

function Sites({ status, isRunning }: RunStates) {
  const sources = useSources();
  if (sources.error)
    return (
      <Problem
        {...errorWords(sources.error, LOAD_INDEX_FAILED)}
        onRetry={() => void sources.refetch()}
        isRetrying={sources.isFetching}
      />
    );
  const sites = sources.data?.filter(isSite) ?? [];
  return (
    <Loading isLoading={sources.isPending} label="Loading sites" skeleton={<Skeleton className="h-60" />}>
      {() =>
        sites.length === 0 ? (
          <EmptyState
            action={
              <span className="flex flex-wrap justify-center gap-2">
                <AddSite />
                <AddPackage />
              </span>
            }
            example="For example https://hono.dev/docs or an internal handbook"
          >
            Nothing indexed yet.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <div className="flex flex-wrap gap-2">
              <AddSite />
              <AddPackage />
            </div>
            <SiteList sites={sites} status={({ id }) => status(id)} isRunning={({ id }) => isRunning(id)} />
          </div>
        )
      }
    </Loading>
  );
}

/** One's own sources that have no tab of their own: packages and API descriptions stand beside the sites. */
function isSite({ kind, isPublic }: Source): boolean {
  return !isPublic && kind !== "repository" && kind !== "pdf-set";
}

function Repositories({ status, isRunning }: RunStates) {
  const github = useGithub();
  if (github.error)
    return (
      <Problem
        {...errorWords(github.error, "The repositories could not be read.")}
        onRetry={() => void github.refetch()}
        isRetrying={github.isFetching}
      />
    );
  return (
    <Loading
      isLoading={github.isPending}
      label="Loading repositories"
      skeleton={<Skeleton className="h-60" />}
    >
      {() => {
        if (!github.data) return null;
        const { isConfigured, connection, repositories } = github.data;
        return (
          <div className="grid grid-cols-1 gap-4">
            {!isConfigured && <Banner>This server is not set up to connect GitHub.</Banner>}
            {isConfigured && connection === null && <ConnectGithub />}
            {connection && (
              <div className="flex flex-wrap items-center justify-between gap-3">
                {repositories.length > 0 && <AddRepository />}
                <Connection connection={connection} />
              </div>
            )}
            {repositories.length > 0 && (
              <RepositoryList repositories={repositories} status={status} isRunning={isRunning} />
            )}
            {connection && repositories.length === 0 && (
              <EmptyState
                action={<AddRepository />}
                example="Markdown, MDX, reStructuredText, AsciiDoc, text and notebooks are read"
              >
                No repository indexed yet.
              </EmptyState>
            )}
          </div>
        );
      }}
    </Loading>
  );
}

function Pdfs() {
  const sets = usePdfSets();
  const reload = useReloadPdfSets();

  async function send(setId: string, files: readonly File[]) {
    if (files.length === 0) return;
    try {
      await uploadFiles(setId, files);
    } catch (error) {
      const { message } = errorWords(error, "Indexing could not be started.");
      showToast({ text: message, kind: "danger", durationMs: NEWS_MS });
    }
    await reload();
  }

  const onFiles = (setId: string, files: readonly File[]) => void send(setId, files);
  if (sets.error)
    return (
      <Problem
        {...errorWords(sets.error, "The PDF sets could not be read.")}
        onRetry={() => void sets.refetch()}
        isRetrying={sets.isFetching}
      />
    );
  return (
    <Loading isLoading={sets.isPending} label="Loading PDF sets" skeleton={<Skeleton className="h-60" />}>
      {() =>
        sets.data?.length === 0 ? (
          <EmptyState
            action={<AddPdfSet onFiles={onFiles} />}
            example="For example the manuals of a machine, or the papers of a project"
          >
            No PDFs yet.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <div>
              <AddPdfSet onFiles={onFiles} />
            </div>
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              {sets.data?.map((set) => (
                <PdfSetCard key={set.setId} set={set} onFiles={onFiles} />
              ))}
            </div>
          </div>
        )
      }
    </Loading>
  );
}

function Jobs({ runs }: { runs: ReturnType<typeof useJobRuns> }) {
  const user = useUser();
  const [examinedId, setExaminedId] = useState<string | null>(null);
  const examined = runs.data?.find(({ executionId }) => executionId === examinedId);
  if (runs.error)
    return (
      <Problem
        {...errorWords(runs.error, "The jobs could not be read.")}
        onRetry={() => void runs.refetch()}
        isRetrying={runs.isFetching}
      />
    );
  return (
    <>
      <Loading isLoading={runs.isPending} label="Loading jobs" skeleton={<Skeleton className="h-60" />}>
        {() =>
          runs.data?.length === 0 ? (
            <EmptyState action={<AddSite />}>
              No jobs yet. One begins when you add something to index.
            </EmptyState>
          ) : (
            <JobList
              runs={runs.data ?? []}
              userId={user.uid}
              onExamine={({ executionId }) => setExaminedId(executionId)}
            />
          )
        }
      </Loading>
      {examined && <CrawlDoctor run={examined} onClose={() => setExaminedId(null)} />}
    </>
  );
}

/** Says how connecting GitHub went, once, and takes that out of the address. */
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
