import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { ROUTES } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";
import { documentHead } from "./app/document-head.ts";
import type { RenderedPage } from "./app/rendered-page.ts";
import { routes } from "./app/routes.tsx";
import { SITE_ORIGIN } from "./app/origin.ts";
import { documentTitle } from "./app/title.ts";

const NOT_FOUND = "/not-found";

/** Every public page without a parameter as its document begins, and the page for addresses where there is none. */
export const renderedPages: RenderedPage[] = await renderPages();

async function renderPages(): Promise<RenderedPage[]> {
  const infos: readonly RouteInfo[] = ROUTES;
  const pages = infos.filter(({ kind, path }) => kind === "public" && !path.includes(":"));
  const notFoundHead = `<title>${documentTitle("Page not found")}</title>\n    <meta name="robots" content="noindex">`;
  return Promise.all([
    ...pages.map(async (info) => ({
      path: info.path,
      head: documentHead(info),
      html: await render(info.path),
    })),
    render(NOT_FOUND).then((html) => ({ path: NOT_FOUND, head: notFoundHead, html })),
  ]);
}

async function render(path: string): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(SITE_ORIGIN + path));
  if (context instanceof Response)
    throw new Error(`${path} answers with ${context.status} instead of a page`);
  const [error] = Object.values(context.errors ?? {});
  // A page that is not found is an error to the handler, and the page to render here.
  if (error !== undefined && context.statusCode !== 404) throw error;
  return renderToString(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
  );
}
