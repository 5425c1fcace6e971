import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { selectedTeamId, selectTeam, selectTeamOfLink } from "#web/api/selected-team.ts";
import { refreshSession } from "#web/api/session.ts";
import { Root } from "./root.tsx";

const fetched = vi.spyOn(window, "fetch");

beforeEach(() => {
  localStorage.clear();
  serverKnows(null);
});

function serverKnows(uid: string | null) {
  const user = uid === null ? null : { uid, email: "ada@example.com" };
  fetched.mockImplementation(async () => Response.json({ user, flags: { teams: true } }));
}

function open(path: string) {
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  const routes = [{ Component: Root, children: [{ path: "*", element: <main /> }] }];
  const router = createMemoryRouter(routes, { initialEntries: [{ pathname: "/before" }, path] });
  const root = createRoot(container);
  root.render(<RouterProvider router={router} />);
  return { router, close: () => root.unmount() };
}

test("a link's team leaves the address without a step in the history, and a stranger's is not selected", async () => {
  serverKnows("usr_1");
  const { router, close } = open("/keys?a=1&teamId=team_of_somebody#end");
  await expect.poll(() => router.state.location.search).toBe("?a=1");
  expect(router.state.location).toMatchObject({ pathname: "/keys", hash: "#end" });
  expect(selectedTeamId()).toBe("individual");
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe("/before");
  close();
});

test("a member's team is selected", () => {
  selectTeamOfLink("team_2", ["team_1"]);
  expect(selectedTeamId()).toBe("individual");
  selectTeamOfLink("team_1", ["team_1"]);
  expect(selectedTeamId()).toBe("team_1");
});

test("the selected team stays while somebody is signed in, and is reset when they sign out", async () => {
  serverKnows("usr_1");
  selectTeam("team_1");
  await refreshSession();
  const { close } = open("/keys");
  await refreshSession();
  expect(selectedTeamId()).toBe("team_1");
  serverKnows(null);
  await refreshSession();
  await expect.poll(() => localStorage.getItem("selectedTeamId")).toBe("individual");
  close();
});
