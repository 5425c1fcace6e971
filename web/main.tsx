import { startTransition, StrictMode } from "react";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { reportUncaught } from "./app/report-errors.ts";
import { routes } from "./routes.tsx";
import "./styles/app.css";

void start();

/** Takes over a page that was rendered ahead of time, or draws one that was not. */
async function start() {
  const root = document.getElementById("root")!;
  const isRendered = root.firstElementChild !== null;
  // The largest script of all runs by itself: together with the others it would hold up a tap on a phone.
  const { createRoot, hydrateRoot } = await import("./app/react-dom.ts");
  await pause();
  // Lazy parts of the page at hand come first: hydrating without them would throw the rendered page away.
  await loadMatches(location.pathname);
  // Hydration data as if the router itself had rendered the page: the router then leaves the scroll position alone when it
  // takes over.
  const router = createBrowserRouter(routes, { hydrationData: isRendered ? { loaderData: {} } : undefined });
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  await pause();
  // A transition takes the page over in small steps, and a tap in between is answered.
  if (import.meta.env.PROD) reportUncaught();
  if (isRendered) startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

/** Loads the lazy routes one by one: all their scripts are on their way, and their code is not run in one go. */
async function loadMatches(pathname: string) {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    if (!route.lazy) continue;
    const load = route.lazy as () => Promise<object>;
    const loaded = await load().catch(() => null);
    // A route that did not load stays lazy: the router tries again, and shows the error where the page would stand.
    if (loaded) Object.assign(route, loaded, { lazy: undefined });
    await pause();
  }
}

/** Waits until the browser has done its other work. */
function pause(): Promise<void> {
  return new Promise((settle) => {
    setTimeout(settle);
  });
}
