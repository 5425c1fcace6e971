import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Outlet, Route, Routes } from "react-router";
import { vi } from "vitest";
import { render } from "./render.tsx";

export const USER = {
  uid: "usr_1",
  email: "ada@example.com",
  emailVerified: true,
  displayName: null,
  photoURL: null,
  tier: "Free",
  createdAt: "2026-11-01T00:00:00.000Z",
};

export type Call = { method: string; path: string; query: URLSearchParams; body: unknown };
/** The server's answers, by method and path without the query; a function sees the call. */
export type Answers = Record<string, unknown>;

/** A refusal as the server words it. */
export function refusal(status: number, message: string): Response {
  return Response.json({ error: { message } }, { status, headers: { "x-request-id": "req_1" } });
}

/** Draws a page of the console for a person who is signed in, on a server that gives `answers`. Returns the page's calls. */
export function renderConsole(Page: ComponentType, answers: Answers): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path, searchParams: query } = new URL(request.url);
    const text = await request.text();
    const call = { method: request.method, path, query, body: text === "" ? null : JSON.parse(text) };
    calls.push(call);
    const answer = answers[`${call.method} ${path}`];
    const given: unknown = typeof answer === "function" ? await answer(call) : answer;
    if (given instanceof Response) return given.clone();
    return given === undefined ? refusal(404, "There is nothing at this address.") : Response.json(given);
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <Routes>
        <Route
          element={
            <main>
              <Outlet context={USER} />
            </main>
          }
        >
          <Route path="*" element={<Page />} />
        </Route>
      </Routes>
    </QueryClientProvider>,
  );
  return calls;
}
