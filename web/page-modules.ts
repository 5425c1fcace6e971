import type { ComponentType } from "react";
import { CONTENT_ROUTES } from "#schema/content-routes.ts";
import type { ContentPath } from "#schema/content-routes.ts";
import type { RoutePath } from "#schema/routes.ts";

/** The module of every page; a path of schema/routes.ts without one does not compile. Each is a chunk of its own. */
export const PAGES: Record<RoutePath, () => Promise<{ default: ComponentType }>> = {
  "/": () => import("#web/pages/site/home-page.tsx"),
  "/mcp": () => import("#web/pages/site/mcp-page.tsx"),
  "/catalog": () => import("#web/pages/site/catalog-page.tsx"),
  "/catalog/:name": () => import("#web/pages/site/library-page.tsx"),
  "/pricing": () => import("#web/pages/site/pricing-page.tsx"),
  "/demo": () => import("#web/pages/site/demo-page.tsx"),
  "/chat/shared/:token": () => import("#web/pages/site/shared-chat-page.tsx"),
  "/grade": () => import("#web/pages/site/grade-page.tsx"),
  "/status": () => import("#web/pages/site/status-page.tsx"),
  "/receipts/:id": () => import("#web/pages/site/receipt-page.tsx"),
  ...textPages(),
  "/login": () => import("#web/pages/entry/login-page.tsx"),
  "/signup": () => import("#web/pages/entry/signup-page.tsx"),
  "/auth/reset-password": () => import("#web/pages/entry/reset-password-page.tsx"),
  "/auth/action": () => import("#web/pages/entry/action-page.tsx"),
  "/subscribe": () => import("#web/pages/entry/subscribe-page.tsx"),
  "/accept/:tokenId": () => import("#web/pages/entry/accept-page.tsx"),
  "/oauth/consent": () => import("#web/pages/entry/consent-page.tsx"),
  "/dashboard": () => import("#web/pages/console/dashboard-page.tsx"),
  "/search": () => import("#web/pages/console/search-page.tsx"),
  "/chat": () => import("#web/pages/console/chat-page.tsx"),
  "/chat/:moduleId": () => import("#web/pages/console/chat-page.tsx"),
  "/install": () => import("#web/pages/console/install-page.tsx"),
  "/resources": () => import("#web/pages/console/resources-page.tsx"),
  "/keys": () => import("#web/pages/console/keys-page.tsx"),
  "/activity": () => import("#web/pages/console/activity-page.tsx"),
  "/team": () => import("#web/pages/console/team-page.tsx"),
  "/add-members": () => import("#web/pages/console/add-members-page.tsx"),
  "/create-team": () => import("#web/pages/console/create-team-page.tsx"),
  "/gaps": () => import("#web/pages/console/gaps-page.tsx"),
  "/savings": () => import("#web/pages/console/savings-page.tsx"),
  "/upgrade-team": () => import("#web/pages/console/upgrade-team-page.tsx"),
  "/team-manage-seats": () => import("#web/pages/console/team-manage-seats-page.tsx"),
  "/account": () => import("#web/pages/console/account-page.tsx"),
};

/** The pages that are texts. The text's module decides its frame. */
function textPages() {
  const pages = CONTENT_ROUTES.map(({ path }) => [path, () => loadTextPage(path)] as const);
  return Object.fromEntries(pages) as Record<ContentPath, () => Promise<{ default: ComponentType }>>;
}

async function loadTextPage(path: ContentPath): Promise<{ default: ComponentType }> {
  return (await import("#web/pages/site/content-pages.tsx")).contentPage(path);
}
