import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { DETAIL_HEAD, ROUTES } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";
import { documentHead } from "./app/document-head.ts";
import type { RenderedPage } from "./app/rendered-page.ts";
import { routes } from "./routes.tsx";
import { SITE_ORIGIN } from "./app/origin.ts";
import { documentTitle } from "./app/title.ts";

const NOT_FOUND = "/not-found";

/**
 * The start of every page's document, and the page for addresses that have none. A page that is drawn in the browser has no
 * markup: its content depends on who is there, or on the address.
 */
export const renderedPages: RenderedPage[] = await renderPages();

async function renderPages(): Promise<RenderedPage[]> {
  const infos: readonly RouteInfo[] = ROUTES;
  return Promise.all([
    ...infos.map(async (info) => ({
      path: info.path,
      head: headOf(info),
      html: isRendered(info) ? await render(info.path) : "",
    })),
    render(NOT_FOUND).then((html) => ({
      path: NOT_FOUND,
      head: privateHead({ title: "Page not found" }),
      html,
    })),
  ]);
}

/** The head of a page. Where the address of a public page has a part that varies, a mark at which the worker writes the head. */
function headOf(info: RouteInfo): string {
  if (info.kind !== "public") return privateHead(info);
  return info.path.includes(":") ? DETAIL_HEAD : documentHead(info);
}

function isRendered({ kind, path, isRenderedAhead }: RouteInfo): boolean {
  return (kind === "public" && !path.includes(":")) || isRenderedAhead === true;
}

/** The head of a page that no search engine lists. */
function privateHead({ title, description }: Pick<RouteInfo, "title" | "description">): string {
  const lines = [`<title>${documentTitle(title)}</title>`, '<meta name="robots" content="noindex">'];
  if (description) lines.push(`<meta name="description" content="${description}">`);
  return lines.join("\n    ");
}

async function render(path: string): Promise<string> {
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(SITE_ORIGIN + path));
  if (context instanceof Response)
    throw new Error(`${path} answers with ${context.status} instead of a page`);
  const [error] = Object.values(context.errors ?? {});
  // A page that is not found is an error to the handler, but here a page to render.
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
