import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "#web/test/render.tsx";
import { Footer } from "./footer.tsx";
import { SITE_LINKS } from "./site-config.ts";

function links(): Record<string, string | null> {
  const found = page.getByRole("contentinfo").getByRole("link").elements();
  return Object.fromEntries(found.map((link) => [link.textContent, link.getAttribute("href")]));
}

test("what is not configured has no link, the pages of the site have", async () => {
  render(<Footer />);
  await expect.element(page.getByRole("link", { name: "Status" })).toBeVisible();
  expect(links()).toEqual({
    Catalog: "/catalog",
    Pricing: "/pricing",
    Evaluation: "/evaluation",
    "Grade your docs": "/grade",
    Privacy: "/privacy",
    Crawler: "/crawler",
    Terms: "/terms",
    Status: "/status",
  });
});

test("what the configuration names is in the footer", async () => {
  Object.assign(SITE_LINKS, {
    contactEmail: "hello@docenda.test",
    repositoryUrl: "https://code.test/docenda",
    reportBugUrl: "https://forms.test/bug",
    addDocsUrl: "https://forms.test/docs",
  });
  render(<Footer />);
  await expect.element(page.getByRole("link", { name: "Contact" })).toBeVisible();
  expect(links()).toEqual({
    Catalog: "/catalog",
    Pricing: "/pricing",
    Evaluation: "/evaluation",
    "Grade your docs": "/grade",
    Privacy: "/privacy",
    Crawler: "/crawler",
    Terms: "/terms",
    Status: "/status",
    Contact: "mailto:hello@docenda.test",
    "Source code": "https://code.test/docenda",
    "Report a bug": "https://forms.test/bug",
    "Add missing docs": "https://forms.test/docs",
  });
});
