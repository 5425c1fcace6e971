import { expect, it } from "vitest";
import type { Fetched } from "#worker/platform/guarded-fetch.ts";
import { collectSitemaps, MAX_SITEMAP_BYTES, MAX_SITEMAP_FILES } from "./collect-sitemaps.ts";

const HOST = "https://maps.test";

/** Server of files by path; any other path is a 404. Remembers the requests. */
function serve(files: Record<string, string | Uint8Array>) {
  const asked: string[] = [];
  const fetchFile = (url: string): Promise<Fetched | null> => {
    asked.push(url.slice(HOST.length));
    const file = files[url.slice(HOST.length)];
    return Promise.resolve({
      status: file === undefined ? 404 : 200,
      url,
      redirects: [],
      headers: new Headers(),
      bytes: typeof file === "string" ? new TextEncoder().encode(file) : (file ?? new Uint8Array()),
    });
  };
  return {
    asked,
    collect: (...paths: string[]) =>
      collectSitemaps(
        fetchFile,
        paths.map((path) => HOST + path),
        HOST,
      ),
  };
}

function urlset(...paths: string[]): string {
  return `<urlset>${paths.map((path) => `<url><loc>${HOST}${path}</loc></url>`).join("")}</urlset>`;
}

function index(...urls: string[]): string {
  return `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
}

async function gzip(text: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

it("follows an index one level deep, on the same host, and reads no file twice (fault 37)", async () => {
  const { asked, collect } = serve({
    "/index.xml": index(
      `${HOST}/a.xml`,
      `${HOST}/index.xml`,
      `${HOST}/deeper.xml`,
      "https://other.test/b.xml",
      `${HOST}/a.xml`,
    ),
    "/a.xml": urlset("/1", "/2", "/1"),
    "/deeper.xml": index(`${HOST}/c.xml`),
    "/c.xml": urlset("/3"),
  });
  expect(await collect("/index.xml", "/a.xml", "/missing.xml")).toEqual([`${HOST}/1`, `${HOST}/2`]);
  expect(asked).toEqual(["/index.xml", "/a.xml", "/deeper.xml", "/missing.xml"]);
});

it("has limits to files and to pages (fault 37)", async () => {
  const files = Array.from({ length: 80 }, (_, n) => `/${n}.xml`);
  const many = Array.from({ length: 2000 }, (_, n) => `/page-${n}`);
  const { asked, collect } = serve({
    "/index.xml": index(...files.map((file) => HOST + file)),
    ...Object.fromEntries(files.map((file) => [file, urlset(...many.map((page) => file + page))])),
  });
  expect(await collect("/index.xml")).toHaveLength(50_000);
  expect(asked.length).toBeLessThanOrEqual(MAX_SITEMAP_FILES);
});

it("unpacks gzip as far as it is whole, and no further than the limit (faults 31, 37)", async () => {
  const whole = await gzip(urlset("/packed"));
  const bomb = await gzip(new Uint8Array(MAX_SITEMAP_BYTES * 2));
  const { collect } = serve({
    "/a.xml.gz": whole,
    "/cut.xml.gz": whole.subarray(0, whole.length - 8),
    "/noise.xml.gz": new Uint8Array([0x1f, 0x8b, 1, 2, 3]),
    "/bomb.xml.gz": bomb,
  });
  expect(await collect("/noise.xml.gz", "/bomb.xml.gz")).toEqual([]);
  expect(await collect("/a.xml.gz")).toEqual([`${HOST}/packed`]);
  expect(await collect("/cut.xml.gz")).toEqual([`${HOST}/packed`]);
});
