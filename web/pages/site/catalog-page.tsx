import { useOrigin } from "#web/app/origin.ts";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { CatalogList } from "#web/features/catalog/catalog-list.tsx";
import { COPY } from "#web/features/catalog/copy.ts";
import { SuggestForm } from "#web/features/catalog/suggest-form.tsx";

/** The catalog. Its frame is rendered ahead of time; the browser asks for the entries, with what is indexed of them now. */
export default function CatalogPage() {
  const origin = useOrigin();
  return (
    <main id="main" className="page grid grid-cols-1 gap-8 py-10 sm:py-14">
      <div className="grid gap-3">
        <h1 className="text-hero tracking-tight">Catalog</h1>
        <p className="max-w-measure text-muted">{COPY.intro}</p>
        <p className="flex flex-wrap gap-x-4 text-sm">
          <a className="link inline-flex min-h-6 items-center touch" href="/api/catalog">
            JSON
          </a>
          <a className="link inline-flex min-h-6 items-center touch" href="#suggest">
            {COPY.suggest}
          </a>
        </p>
      </div>
      <noscript>
        <p>
          Without scripts this page cannot ask. The same is at <code>{origin}/api/catalog</code>.
        </p>
      </noscript>
      <QueryProvider>
        <div data-needs-script="" className="grid grid-cols-1 gap-10">
          <CatalogList />
          <SuggestForm />
        </div>
      </QueryProvider>
    </main>
  );
}
