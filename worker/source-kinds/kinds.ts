import { siteKind } from "#worker/crawl/site-kind.ts";
import type { SourceKinds } from "#worker/crawl/source-kind.ts";
import { repositoryKind } from "#worker/github/repository-kind.ts";
import { packageKind } from "#worker/packages/package-kind.ts";
import { pdfSetKind } from "#worker/pdf/pdf-set-kind.ts";

/** Every kind of source. Nothing else in the worker decides by the kind what is to be done. */
export const KINDS: SourceKinds = {
  site: siteKind,
  repository: repositoryKind,
  package: packageKind,
  "pdf-set": pdfSetKind,
  // A site of one page: the scope of its start URL is the document alone.
  "api-description": siteKind,
};
