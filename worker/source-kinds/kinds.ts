import { siteKind } from "#worker/crawl/site-kind.ts";
import type { SourceKinds } from "#worker/crawl/source-kind.ts";
import { repositoryKind } from "#worker/github/repository-kind.ts";
import { packageKind } from "#worker/packages/package-kind.ts";
import { pdfSetKind } from "#worker/pdf/pdf-set-kind.ts";

/** Every kind of source. No other code in the worker chooses an action by the kind. */
export const KINDS: SourceKinds = {
  site: siteKind,
  repository: repositoryKind,
  package: packageKind,
  "pdf-set": pdfSetKind,
  // A site of one page: the scope of its start URL is the document alone.
  "api-description": siteKind,
};
