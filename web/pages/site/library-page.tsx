import { useParams } from "react-router";
import type { LibraryAnswer } from "#schema/api/catalog.ts";
import { EXAMPLE_QUESTIONS } from "#schema/api/public-search.ts";
import { errorWords } from "#web/api/errors.ts";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { useOrigin } from "#web/app/origin.ts";
import { useTitle } from "#web/app/title.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { LIBRARY_COPY } from "#web/features/catalog/copy.ts";
import { LibraryBadge, LibraryFacts, NotIndexedYet } from "#web/features/catalog/library.tsx";
import { useLibrary } from "#web/features/catalog/queries.ts";
import { TrySearch } from "#web/features/search/try-search.tsx";

/** One library of the catalog: a search in it, the parts that are indexed, and how to connect an agent. */
export default function LibraryPage() {
  const { name = "" } = useParams();
  return (
    <main id="main" className="page grid grid-cols-1 gap-8 pt-10 pb-4">
      <QueryProvider>
        <Library slug={name} />
      </QueryProvider>
    </main>
  );
}

function Library({ slug }: { slug: string }) {
  const library = useLibrary(slug);
  useTitle("Catalog", library.data?.name);
  return (
    <>
      <h1 className="text-hero tracking-tight wrap-anywhere">{library.data?.name ?? slug}</h1>
      <Loaded
        query={library}
        label={LIBRARY_COPY.loading}
        skeleton={<Skeleton className="h-96" />}
        failed={(error) => errorWords(error, LIBRARY_COPY.failed)}
      >
        {(found) => <Found library={found} />}
      </Loaded>
    </>
  );
}

function Found({ library }: { library: LibraryAnswer }) {
  const { name, description, indexed } = library;
  const origin = useOrigin();
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid justify-items-start gap-5">
        <p className="max-w-measure text-lg text-muted">{description}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/signup" variant="primary">
            Get an API key
          </ButtonLink>
          <ButtonLink to="/mcp">Connect your agent</ButtonLink>
        </div>
      </div>
      <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-[3fr_2fr]">
        {indexed === null ? (
          <NotIndexedYet name={name} />
        ) : (
          <Card aria-labelledby="ask" className="grid grid-cols-1 gap-4">
            <h2 id="ask">{LIBRARY_COPY.tryIt(name)}</h2>
            <p className="text-md text-muted">{LIBRARY_COPY.tryIntro}</p>
            <TrySearch
              source={name}
              examples={EXAMPLE_QUESTIONS.filter(({ library: asked }) => asked === name)}
            />
          </Card>
        )}
        <LibraryFacts library={library} />
      </div>
      {indexed !== null && <LibraryBadge name={name} origin={origin} />}
    </div>
  );
}
