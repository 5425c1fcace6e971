import axe from "axe-core";
import { beforeEach, expect, test, vi } from "vitest";
import { Route, Routes, useLocation } from "react-router";
import { page, userEvent } from "vitest/browser";
import { selectedTeamId } from "#web/api/selected-team.ts";
import { refreshSession } from "#web/api/session.ts";
import { Toaster } from "#web/components/ui/toaster.tsx";
import { render } from "#web/test/render.tsx";
import AcceptPage from "./accept-page.tsx";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PERSON = {
  uid: "usr_1",
  email: "ada@example.com",
  emailVerified: true,
  displayName: null,
  photoURL: null,
  tier: "Free",
  createdAt: "2026-11-21T10:00:00.000Z",
};

const fetched = vi.spyOn(window, "fetch");
let user: typeof PERSON | null = PERSON;
let accept: () => Promise<Response>;
let tokens: string[];
let nextToken = 1;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  tokens = [];
  user = PERSON;
  accept = async () => Response.json({ error: { code: "not-found", message: "Nothing." } }, { status: 404 });
  fetched.mockReset();
  fetched.mockImplementation(async (input, init) => {
    if (input === "/api/session") return Response.json({ user, flags: { teams: true } });
    if (input !== "/api/teams/accept-invite") throw new Error(`nobody expects ${String(input)}`);
    tokens.push(JSON.parse(String(init?.body)).token);
    return accept();
  });
});

/** Opens an invitation of its own, on a router that has the places where the page leads. */
async function open(): Promise<string> {
  await refreshSession().catch(() => {});
  const token = `token-${nextToken++}`;
  render(
    <>
      <main>
        <Routes>
          <Route path="/accept/:tokenId" element={<AcceptPage />} />
          <Route path="*" element={<Place />} />
        </Routes>
      </main>
      <Toaster />
    </>,
    `/accept/${token}?a=1#b`,
  );
  return token;
}

function Place() {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <h1>{pathname + search}</h1>
      <p>from {state?.from?.pathname ?? "nowhere"}</p>
    </>
  );
}

test("a visitor is asked to sign in; the token is kept and the way back goes along", async () => {
  user = null;
  const token = await open();
  await expect.element(page.getByText("Sign in to accept this team invitation.")).toBeVisible();
  expect(sessionStorage.getItem("inviteToken")).toBe(token);
  expect(tokens).toEqual([]);
  await page.getByRole("link", { name: "Sign in" }).click();
  const cont = encodeURIComponent(`/accept/${token}?a=1#b`);
  await expect.element(page.getByRole("heading", { name: `/login?cont=${cont}` })).toBeVisible();
  await expect.element(page.getByText(`from /accept/${token}`)).toBeVisible();
});

test("once signed in the token is sent once, the team is selected, and the dashboard comes with the news", async () => {
  accept = async () => Response.json({ success: true, teamId: "team_1" });
  sessionStorage.setItem("inviteToken", "token");
  const token = await open();
  await expect.element(page.getByRole("heading", { name: "/dashboard" })).toBeVisible();
  await expect.element(page.getByText("Team invite accepted successfully!").first()).toBeInTheDocument();
  expect(tokens).toEqual([token]);
  expect(selectedTeamId()).toBe("team_1");
  expect(sessionStorage.getItem("inviteToken")).toBeNull();
});

test.each([
  ["words of the server", () => Response.json({ success: false, error: "It is too old." }, { status: 400 })],
  ["our own words", () => Response.json({ error: { message: "It is too old." } }, { status: 409 })],
  ["words with a 200", () => Response.json({ success: false, error: "It is too old." })],
])("a refusal with %s is said on the page and in a toast, and can be dismissed", async (_, answer) => {
  accept = async () => answer();
  await open();
  await expect.element(page.getByRole("heading", { name: "Unable to Accept Invitation" })).toBeVisible();
  await expect.element(page.getByRole("alert").first()).toHaveTextContent("It is too old.");
  await expect.poll(() => page.getByText("It is too old.").elements().length).toBeGreaterThan(1);
  expect(selectedTeamId()).toBe("individual");
  const button = page.getByRole("button", { name: "Continue to Dashboard" });
  for (let tabs = 0; tabs < 10 && document.activeElement !== button.element(); tabs += 1)
    await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "/dashboard" })).toBeVisible();
  expect(sessionStorage.getItem("inviteToken")).toBeNull();
});

test.each([
  ["says nothing", async () => new Response("<html>", { status: 502 }), "Failed to accept invite: 502"],
  ["answers garbage", async () => new Response("<html>"), "Failed to accept invite: 200"],
  [
    "is not there",
    async () => Promise.reject(new TypeError("no route to host")),
    "Network error. Please check your connection",
  ],
])("a server that %s: the page says %3$s", async (_, answer, words) => {
  accept = answer;
  await open();
  await expect.element(page.getByRole("heading", { name: "Unable to Accept Invitation" })).toBeVisible();
  await expect.element(page.getByRole("alert").first()).toHaveTextContent(words);
});

test("a token that the server does not know: there is no invitation, and a way on", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: "Invitation Not Found" })).toBeVisible();
  await expect
    .element(page.getByText("We couldn't find a team invitation linked to this URL."))
    .toBeVisible();
  await page.getByRole("button", { name: "Go to Dashboard" }).click();
  await expect.element(page.getByRole("heading", { name: "/dashboard" })).toBeVisible();
});

test.each([
  ["light", 400, null],
  ["dark", 320, PERSON],
])("no rule of accessibility is broken: %s, %i px", async (theme, width, who) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = "en";
  document.title = "Team invitation";
  await page.viewport(width, 800);
  user = who;
  await open();
  await expect
    .element(
      page.getByText(who ? "We couldn't find a team invitation" : "Sign in to accept this team invitation."),
    )
    .toBeVisible();
  const { violations } = await axe.run(document.body, { runOnly: STANDARDS });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});
