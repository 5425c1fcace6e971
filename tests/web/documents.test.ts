import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "#local/server.ts";
import type { LocalServer } from "#local/server.ts";
import { ROUTES, twinPathOf } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";

const STATE_DIR = mkdtempSync(join(tmpdir(), "docenda-documents-"));
const INFOS: readonly RouteInfo[] = ROUTES;

let server: LocalServer;

beforeAll(async () => {
  server = await startServer({ port: 0, stateDir: STATE_DIR, quiet: true });
}, 180_000);

afterAll(async () => {
  await server?.close();
  rmSync(STATE_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

async function open(path: string, init: RequestInit = {}) {
  const headers = { accept: "text/html,application/xhtml+xml" };
  const response = await fetch(server.url + path, { headers, redirect: "manual", ...init });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html };
}

const PAGES = INFOS.filter(({ path }) => !path.includes(":"));

test.each(PAGES.map((info) => [info.path, info] as const))(
  "%s answers 200, under a policy that knows the one script in it",
  async (path, info) => {
    const { status, headers, html } = await open(path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expectSafe(headers, html);
    expect(headers.get("x-robots-tag")).toBe(info.kind === "public" ? null : "noindex");
  },
);

test.each(PAGES.filter(({ kind }) => kind === "public").map((info) => [info.path, info] as const))(
  "%s is there without scripts, and says what it is",
  async (path, info) => {
    const { html } = await open(path);
    const title = info.title === null ? "Context for your agent" : info.title;
    expect(titleOf(html)).toBe(`Docenda - ${title}`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toContain('<main id="main"');
    expect(attribute(html, "link", 'rel="canonical"', "href")).toBe(server.url + path);
    for (const name of ["description", "twitter:card"])
      expect(attribute(html, "meta", `name="${name}"`, "content")).toBeTruthy();
    for (const name of ["og:title", "og:description", "og:url", "og:type"])
      expect(attribute(html, "meta", `property="${name}"`, "content")).toBeTruthy();
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    expect(data.length).toBeGreaterThan(0);
    for (const [, json] of data) expect(JSON.parse(json!)["@context"]).toBe("https://schema.org");
    // The policy allows no styles in the markup, so none may be meant to work.
    expect(html).not.toMatch(/<[^>]+ style="/);
    const image = attribute(html, "meta", 'property="og:image"', "content")!;
    expect((await fetch(server.url + new URL(image).pathname)).status).toBe(200);
    expect(html.includes('<meta name="robots" content="noindex"')).toBe(Boolean(info.isUnlisted));
  },
);

const STEPS = new Set([
  "/create-team",
  "/add-members",
  "/upgrade-team",
  "/team-manage-seats",
  "/savings",
  "/gaps",
]);

test.each(PAGES.filter(({ kind }) => kind === "protected").map((info) => [info.path, info] as const))(
  "%s begins with the frame of the console and its heading, the same for everybody",
  async (path, info) => {
    const { html } = await open(path);
    expect(titleOf(html)).toBe(`Docenda - ${info.title}`);
    expect([...html.matchAll(/<h1>(.*?)<\/h1>/g)].map(([, heading]) => heading)).toEqual([info.title]);
    expect(html).toContain('<main id="main"');
    expect(html).toContain('<nav aria-label="Console">');
    // Led to from other pages, and no places of their own in the rail.
    const current = new RegExp(`<a aria-current="page"[^>]* href="${path}"`);
    expect(current.test(html)).toBe(!STEPS.has(path));
    expect(html).not.toMatch(/<[^>]+ style="/);
  },
);

test.each(PAGES.filter(({ kind }) => kind === "public").map(({ path }) => path))(
  "%s is markdown for whoever would rather have that",
  async (path) => {
    const html = await open(path);
    expect(html.headers.get("vary")).toBe("Accept");
    expect(html.headers.get("link")).toContain(
      `<${twinPathOf(path)}>; rel="alternate"; type="text/markdown"`,
    );
    expect(attribute(html.html, "link", 'type="text/markdown"', "href")).toBe(twinPathOf(path));
    const twin = await open(twinPathOf(path));
    expect(twin.headers.get("link")).toBe(`<${path}>; rel="canonical"`);
    const markdown = await open(path, { headers: { accept: "text/markdown, text/html;q=0.9, */*;q=0.1" } });
    expect(markdown).toMatchObject({ status: 200, html: twin.html });
    expect(markdown.headers.get("vary")).toBe("Accept");
    for (const { headers } of [twin, markdown])
      expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  },
);

test("a page that has not changed is not sent again, and no other page is stored", async () => {
  for (const accept of ["text/html,*/*;q=0.8", "text/markdown"]) {
    const { headers } = await open("/docs/tools", { headers: { accept } });
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    const known = { accept, "if-none-match": headers.get("etag")! };
    const again = await open("/docs/tools", { headers: known });
    expect([again.status, again.html, again.headers.get("vary")]).toEqual([304, "", "Accept"]);
  }
  for (const path of ["/login", "/nothing"])
    expect((await open(path)).headers.get("cache-control")).toBe("no-store");
});

test("the blog says where its feeds are", async () => {
  for (const path of ["/", "/blog", "/blog/how-make-search-good"]) {
    const { html } = await open(path);
    for (const type of ["application/rss+xml", "application/feed+json"]) {
      const feed = attribute(html, "link", `type="${type}"`, "href")!;
      expect((await open(feed)).status).toBe(200);
    }
  }
});

test.each(["/nothing", "/keys/key_1", "/KEYS", "/shell", "/not-found", "/__parts", "/teams", "/%", "/x.png"])(
  "%s is not found, with a page that leads on",
  async (path) => {
    const { status, headers, html } = await open(path);
    expect(status).toBe(404);
    expect(titleOf(html)).toBe("Docenda - Page not found");
    expect(html).toContain("Page not found</h1>");
    expectSafe(headers, html);
  },
);

test.each([
  ["/signin", "/login"],
  ["/signin?cont=%2Fkeys%3Fa%3D1", "/login?cont=%2Fkeys%3Fa%3D1"],
  ["/signin?cont=//evil.test", "/login?cont=%2Fdashboard"],
  ["/signin?cont=/%09/evil.test", "/login?cont=%2Fdashboard"],
  ["/console?teamId=t", "/dashboard?teamId=t"],
  ["/keys/?a=1", "/keys?a=1"],
])("%s leads to %s", async (path, target) => {
  const { status, headers } = await open(path);
  expect([301, 302]).toContain(status);
  const location = new URL(headers.get("location")!, server.url);
  expect([location.origin, location.pathname + location.search]).toEqual([server.url, target]);
});

test("what programs ask for is not found in JSON, and only GET gets a page", async () => {
  for (const path of ["/api/nothing", "/__local/nothing"]) {
    const { status, headers } = await open(path);
    expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);
  }
  const { status, headers } = await open("/dashboard", { method: "POST" });
  expect([status, headers.get("content-type")]).toEqual([404, "application/json"]);
  expect((await open("/dashboard", { method: "HEAD" })).status).toBe(200);
});

test("the description of the API is OpenAPI 3.1", async () => {
  const document = await (await fetch(`${server.url}/api/openapi.json`)).json();
  const validator = new Validator();
  expect((await validator.validate(document as Record<string, unknown>)).errors).toBeUndefined();
  expect(validator.version).toBe("3.1");
});

test("what the status page asks for is there beside it, and so is its badge", async () => {
  expect((await open("/api/status")).headers.get("content-type")).toBe("application/json");
  expect((await open("/status/badge.svg")).headers.get("content-type")).toMatch(/^image\/svg\+xml/);
  expect((await open("/accept/token")).headers.get("x-robots-tag")).toBe("noindex");
});

test.each([
  ["what does a search cost", "/docs/credits#what-a-call-costs"],
  ["claude code", "/docs/clients/claude#claude-code"],
  ["how do I index a github repository", "/docs/indexing#a-github-repository"],
  ["http 429", "/docs/errors#over-http"],
])("the documentation is searched: %s", async (question, path) => {
  const response = await fetch(`${server.url}/api/site-search?q=${encodeURIComponent(question)}`);
  const { results, isAnswered } = (await response.json()) as {
    results: { path: string }[];
    isAnswered: boolean;
  };
  expect(isAnswered).toBe(true);
  expect(results.slice(0, 3).map((result) => result.path)).toContain(path);
  for (const result of results) {
    const [page, anchor = "main"] = result.path.split("#");
    const { status, html } = await open(page!);
    expect(status).toBe(200);
    expect(html).toContain(`id="${anchor}"`);
  }
});

test("files with a hash in their name are kept for a year", async () => {
  const { html } = await open("/");
  const script = attribute(html, "script", 'type="module"', "src")!;
  const { status, headers } = await open(script);
  expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
});

function expectSafe(headers: Headers, html: string): void {
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(policy).toContain("report-to csp");
  expect(headers.get("reporting-endpoints")).toBe('csp="/api/csp-reports"');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code!);
  expect(scripts).toHaveLength(1);
  const hash = createHash("sha256").update(scripts[0]!).digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(Object.fromEntries(headers)).toMatchObject({
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
}

function titleOf(html: string): string | undefined {
  const [title, ...others] = [...html.matchAll(/<title>(.*?)<\/title>/gs)].map(([, text]) => text);
  expect(others).toEqual([]);
  return title?.replaceAll("&amp;", "&");
}

function attribute(html: string, tag: string, mark: string, name: string): string | undefined {
  const element = [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>`, "g"))].find(([text]) =>
    text.includes(mark),
  );
  return element && new RegExp(`\\b${name}="([^"]*)"`).exec(element[0])?.[1];
}
