import { useEffect } from "react";
import { isRouteErrorResponse, useRouteError } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { reportError } from "./report-errors.ts";
import { NotFoundPage } from "./not-found-page.tsx";

/** The page shown in place of one that failed to load or to draw itself. */
export function ErrorPage() {
  const error = useRouteError();
  useEffect(() => reportError("page", error), [error]);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  const { message, requestId } = errorWords(error, "This page could not be shown. Please try again.");
  return (
    <main id="main" className="page grid gap-6 py-14">
      <h1>Something went wrong</h1>
      {/* A new deployment removes the chunks of the old one, so trying again starts from the document. */}
      <Problem message={message} requestId={requestId} onRetry={() => location.reload()} />
    </main>
  );
}
