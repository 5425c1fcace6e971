import { useDeferredValue, useMemo } from "react";
import { Link } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { FindInput } from "#web/components/ui/find-input.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { AddSite } from "#web/features/sources/add-site.tsx";
import { LOAD_INDEX_FAILED } from "#web/features/sources/copy.ts";
import type { Source } from "#web/features/sources/queries.ts";
import { useSources } from "#web/features/sources/queries.ts";
import { SourceList } from "#web/features/sources/source-list.tsx";
import { hasWords } from "#web/lib/has-words.ts";
import type { Finding, RunStates } from "./resource-tab.ts";

/** The person's own sites. */
export function SitesTab({ wanted, onWant, ...states }: RunStates & Finding) {
  const sources = useSources();
  const sites = useMemo(() => sources.data?.filter(isSite) ?? [], [sources.data]);
  // The field answers at once; the list may come a moment later.
  const applied = useDeferredValue(wanted);
  const found = useMemo(
    () => sites.filter(({ name, url }) => hasWords(`${name} ${url}`, applied)),
    [sites, applied],
  );
  return (
    <Loaded
      query={sources}
      label="Loading sites"
      skeleton={<Skeleton className="h-60" />}
      failed={(error) => errorWords(error, LOAD_INDEX_FAILED)}
    >
      {() =>
        sites.length === 0 ? (
          <EmptyState
            action={<AddSite />}
            example={
              <>
                For example https://hono.dev/docs, an internal handbook, or an OpenAPI file. You can also
                index a <Link to="?tab=repositories">GitHub repository</Link>, a{" "}
                <Link to="?tab=packages">package</Link>, or <Link to="?tab=pdfs">PDF files</Link>.
              </>
            }
          >
            Nothing indexed yet. What do you want to index?
          </EmptyState>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <div>
              <AddSite />
            </div>
            <FindInput label="Find a site" among={sites.length} value={wanted} onChange={onWant} />
            {found.length === 0 ? (
              <p className="text-md text-muted">No site matches.</p>
            ) : (
              <SourceList sources={found} noun="site" {...states} />
            )}
          </div>
        )
      }
    </Loaded>
  );
}

/** Whether a source is the person's own and has no tab of its own: API descriptions stand beside the sites. */
function isSite({ kind, isPublic }: Source): boolean {
  return !isPublic && (kind === "site" || kind === "api-description");
}
