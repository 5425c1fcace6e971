import { expect, test } from "vitest";
import { serveTrees } from "./docs-server.ts";
import { listInstalledDocs } from "./installed-docs.ts";

test("the installed packages bring at least fifteen sources, and every page in their sitemap is there", async () => {
  const docs = listInstalledDocs();
  expect(docs.length).toBeGreaterThanOrEqual(15);
  expect(docs[0]?.name).toBe("agents");
  const server = await serveTrees(docs.map(({ tree }) => tree));
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const urls = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url ?? "");
  for (const { mount } of docs) expect(urls.some((url) => url.startsWith(server.url + mount))).toBe(true);
  for (const url of urls) {
    const page = await fetch(url);
    expect([url, page.status, (await page.text()).trim() === ""]).toEqual([url, 200, false]);
  }
  await server.close();
});
