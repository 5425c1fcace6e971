import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type KillSite = {
  /** Start page of one copy of the site. All copies have the same pages, under different paths. */
  startUrl(copy: number): string;
  pageUrl(copy: number, page: number): string;
  close(): Promise<void>;
};

/** Delay of an answer: long enough that a crawl is going on whenever its server is killed. */
const ANSWER_AFTER_MS = 40;

/** A tree of pages in any number of copies: every page leads to three others, so that a crawl finds the tree bit by bit. */
export async function serveKillSite(pages: number): Promise<KillSite> {
  const server = createServer((request, response) => {
    const [, copy, page] = /^\/copy-(\d+)\/(?:page-(\d+)\.html)?$/.exec(request.url ?? "") ?? [];
    const number = Number(page ?? 0);
    const isThere = copy !== undefined && number < pages;
    setTimeout(() => {
      response.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      response.end(isThere ? pageOf(number, pages) : "not found");
    }, ANSWER_AFTER_MS);
  });
  await new Promise<void>((settle) => void server.listen(0, "127.0.0.1", settle));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const startUrl = (copy: number) => `${base}/copy-${copy}/`;
  return {
    startUrl,
    pageUrl: (copy, page) => (page === 0 ? startUrl(copy) : `${startUrl(copy)}page-${page}.html`),
    close: async () => {
      server.closeAllConnections();
      await new Promise((settle) => void server.close(settle));
    },
  };
}

function pageOf(number: number, pages: number): string {
  const links = [1, 2, 3]
    .map((child) => 3 * number + child)
    .filter((child) => child < pages)
    .map((child) => `<li><a href="page-${child}.html">Chapter ${child}</a></li>`);
  return `<!doctype html><html lang="en"><head><title>Chapter ${number}</title></head><body><main>
<h1 id="top">Chapter ${number}</h1><p>Chapter ${number} explains how the number ${number} is made out of smaller ones,
and why nobody has to count it by hand.</p><ul>${links.join("")}</ul></main></body></html>`;
}
