import type { ComponentType } from "react";
import type { RoutePath } from "#schema/routes.ts";

/** The module of every page; a path of schema/routes.ts without one does not compile. Each is a chunk of its own. */
export const PAGES: Record<RoutePath, () => Promise<{ default: ComponentType }>> = {
  "/": () => import("#web/pages/site/home-page.tsx"),
  "/mcp": () => import("#web/pages/site/mcp-page.tsx"),
  "/dashboard": () => import("#web/pages/console/dashboard-page.tsx"),
  "/search": () => import("#web/pages/console/search-page.tsx"),
  "/install": () => import("#web/pages/console/install-page.tsx"),
  "/resources": () => import("#web/pages/console/resources-page.tsx"),
  "/keys": () => import("#web/pages/console/keys-page.tsx"),
  "/activity": () => import("#web/pages/console/activity-page.tsx"),
  "/account": () => import("#web/pages/console/account-page.tsx"),
};
