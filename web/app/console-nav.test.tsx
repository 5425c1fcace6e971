import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { refreshSession } from "#web/api/session.ts";
import { RailLinks } from "./console-nav.tsx";

test("Team is among the pages where the flag is on, and not where it is off", async () => {
  const fetched = vi.spyOn(window, "fetch");
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  createRoot(container).render(
    <RouterProvider router={createMemoryRouter([{ path: "*", element: <RailLinks /> }])} />,
  );
  for (const [teams, count] of [
    [true, 1],
    [false, 0],
    [true, 1],
  ] as const) {
    fetched.mockImplementation(async () => Response.json({ user: null, flags: { teams } }));
    await refreshSession();
    await expect.element(page.getByRole("link", { name: "Account" })).toBeVisible();
    await expect.poll(() => page.getByRole("link", { name: "Team" }).elements().length).toBe(count);
  }
});
