import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach } from "vitest";
import "#web/styles/app.css";

let root: Root | undefined;

/** Draws an element as the whole page, in a router that is at `path`. The page of an earlier test is gone. */
export function render(element: ReactNode, path = "/"): void {
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  const created = createRoot(container);
  root = created;
  flushSync(() => created.render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>));
}

afterEach(() => {
  root?.unmount();
  root = undefined;
});
