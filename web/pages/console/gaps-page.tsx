import { useSearchParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { GapList } from "#web/features/documentation-gaps/gap-list.tsx";
import { useGaps } from "#web/features/documentation-gaps/queries.ts";
import { LOAD_INDEX_FAILED } from "#web/features/sources/copy.ts";
import { useSources } from "#web/features/sources/queries.ts";

/** The questions that the documentation of the person's own source doesn't answer: what to write next. */
export default function GapsPage() {
  const sources = useSources();
  return (
    <>
      <h1>Documentation gaps</h1>
      <p className="max-w-measure text-md text-muted">
        Questions of the last 30 days that your documentation didn't surely answer. Similar questions are
        grouped.
      </p>
      <Loaded
        query={sources}
        label="Loading your sources"
        skeleton={<Skeleton className="h-64" />}
        failed={(error) => errorWords(error, LOAD_INDEX_FAILED)}
      >
        {(all) => {
          const own = all.filter(({ isPublic }) => !isPublic);
          const names = [...new Set(own.map(({ name }) => name))];
          return names.length === 0 ? (
            <EmptyState action={<ButtonLink to="/resources">Add documentation</ButtonLink>}>
              You have no documentation of your own yet.
            </EmptyState>
          ) : (
            <OfSources names={names} />
          );
        }}
      </Loaded>
    </>
  );
}

/** The gaps of the source that the address names, else of the first one. */
function OfSources({ names }: { names: string[] }) {
  const [params, setParams] = useSearchParams();
  const wanted = params.get("source");
  const source = names.find((name) => name === wanted) ?? names[0]!;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Select
        label="Source"
        className="max-w-80"
        options={names.map((name) => ({ value: name, label: name }))}
        value={source}
        onChange={(name) => setParams({ source: name }, { replace: true })}
      />
      <Gaps key={source} source={source} />
    </div>
  );
}

function Gaps({ source }: { source: string }) {
  const gaps = useGaps(source);
  return (
    <Loaded
      query={gaps}
      label="Loading questions"
      skeleton={<Skeleton className="h-64" />}
      failed={(error) => errorWords(error, "The questions could not be loaded.")}
    >
      {(found) =>
        found.length === 0 ? (
          <EmptyState>Every question about {source} in the last 30 days was answered.</EmptyState>
        ) : (
          <GapList gaps={found} />
        )
      }
    </Loaded>
  );
}
