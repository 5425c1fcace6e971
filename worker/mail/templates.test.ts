import { describe, expect, it } from "vitest";
import type { Mail } from "./mail-message.ts";
import { renderTemplate } from "./templates.ts";

const LINK = "https://docenda.example/auth/action?mode=verifyEmail&oobCode=abc";
const to = "reader@example.test";
const MAILS: Mail[] = [
  { to, template: "verify-email", values: { link: LINK } },
  { to, template: "reset-password", values: { link: LINK } },
  { to, template: "new-sign-in-method", values: { method: "GitHub", accountLink: LINK } },
  { to, template: "account-deleted", values: {} },
  { to, template: "team-invitation-reminder", values: { teamName: "Kettles", link: LINK, stopLink: LINK } },
  { to, template: "team-role-changed", values: { teamName: "Kettles", role: "admin" } },
  { to, template: "team-removed", values: { teamName: "Kettles" } },
  {
    to,
    template: "auto-top-up-stopped",
    values: { because: "card-declined", credits: "1,000", amount: "$9.00", accountLink: LINK },
  },
  { to, template: "team-deleted", values: { teamName: "Kettles" } },
  {
    to,
    template: "savings",
    values: {
      month: "October 2026",
      teamName: "Kettles",
      calls: "2",
      tokensSent: "1,000",
      tokensOfFullPages: "18,000",
      tokensSaved: "17,000",
      worth: "$0.05",
      model: "Claude Sonnet 4.6",
      price: "$3.00",
      priceDate: "June 2026",
      reportLink: LINK,
      stopLink: LINK,
    },
  },
];

describe.each(MAILS)("the mail $template", (mail) => {
  const { subject, text, html } = renderTemplate(mail);

  it("says the same in text and in HTML", () => {
    expect(subject).toMatch(/Docenda/);
    const words = html
      .replace(/<head>[\s\S]*<\/head>|<div style="display:none[\s\S]*?<\/div>/g, "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
    for (const line of text.split("\n").filter((part) => /^[A-Z].*\.$/.test(part)))
      expect(words).toContain(line);
    expect(text.includes(LINK)).toBe(html.includes("<a "));
  });

  it("has its style in it, loads nothing and runs nothing", () => {
    expect(html).not.toMatch(/<(?:img|script|style|link|iframe)\b|url\(|@import| on\w+=/i);
    expect(html).toContain('<meta name="color-scheme" content="light">');
  });
});

it("the link stands in the HTML as an address, and nothing else does", () => {
  const { html } = renderTemplate({ to, template: "reset-password", values: { link: LINK } });
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));
  expect(links).toEqual([LINK, LINK]);
});

it("shows a value as text, whatever it holds", () => {
  const method = `<b onmouseover="x">Git"Hub' & co</b>`;
  const { html, text } = renderTemplate({
    to,
    template: "new-sign-in-method",
    values: { method, accountLink: `https://docenda.example/account"><script>` },
  });
  expect(html).not.toMatch(/<b |<script/);
  expect(html).toContain("&lt;b onmouseover=&quot;x&quot;&gt;Git&quot;Hub&#39; &amp; co&lt;/b&gt;");
  expect(text).toContain(method);
});
