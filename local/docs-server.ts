import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";

export type DocsTree = {
  /** The folder served at `mount`. */
  root: string;
  /** Path under which the tree is seen, such as `/agents/`; `/` unless given. Starts and ends with a slash. */
  mount?: string;
  /** Limits the served and listed files to those for which `include` answers true; paths are relative to `root`, with slashes. */
  include?: (path: string) => boolean;
  /**
   * Adds `sitemap.xml` with every file, here and at the root of the server, and makes a list of links the page of each
   * folder that has no index file. The lists ask not to be indexed.
   */
  asMarkdownSite?: boolean;
};

export type DocsServer = {
  /** Address of the server, without a slash at the end. */
  url: string;
  close(): Promise<void>;
};

const CONTENT_TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".gz": "application/gzip",
  ".htm": "text/html; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".mdx": "text/markdown; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".rst": "text/x-rst; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

/** Serves one folder of documentation on 127.0.0.1; port 0 or none takes any free one. */
export async function serveTree(options: DocsTree & { port?: number }): Promise<DocsServer> {
  return serveTrees([options], options.port);
}

/**
 * Serves folders of documentation on 127.0.0.1 as a web site would: types by extension, ETag and Last-Modified with
 * conditional GET, index pages of folders, 404. Reads a file for each request and keeps nothing, so a change on disk is
 * seen at once. Nothing outside the folders is served.
 */
export async function serveTrees(trees: DocsTree[], port = 0): Promise<DocsServer> {
  const mounted = trees.map((tree) => ({ ...tree, root: resolve(tree.root), mount: tree.mount ?? "/" }));
  const server = createServer((request, response) => {
    answer(mounted, request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
      if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") console.error(error);
    });
  });
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", settle);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

type MountedTree = DocsTree & { root: string; mount: string };

async function answer(trees: MountedTree[], request: IncomingMessage, response: ServerResponse) {
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(response, 405, "Method not allowed");
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const tree = trees.find(({ mount }) => pathname.startsWith(mount) || `${pathname}/` === mount);
  const path = tree && decoded(pathname.slice(tree.mount.length));
  const listed = (tree ? [tree] : trees).filter(({ asMarkdownSite }) => asMarkdownSite);
  if (listed.length > 0 && pathname === `${tree?.mount ?? "/"}sitemap.xml`) {
    const origin = `http://${request.headers.host ?? "127.0.0.1"}`;
    return generated(request, response, "application/xml; charset=utf-8", await sitemap(listed, origin));
  }
  if (!tree || path === null || path === undefined) return plain(response, 404, "Not found");
  return sendFile(tree, path, pathname, request, response);
}

async function sendFile(
  tree: MountedTree,
  path: string,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const onDisk = join(tree.root, path);
  if (onDisk !== tree.root && !onDisk.startsWith(tree.root + sep)) return plain(response, 404, "Not found");
  const found = await stat(onDisk).catch(() => null);
  if (found?.isDirectory()) {
    if (!pathname.endsWith("/")) {
      response.writeHead(301, { location: `${pathname}/` });
      return response.end();
    }
    for (const index of ["index.html", "index.htm", "index.md"]) {
      const isThere = await stat(join(onDisk, index)).catch(() => null);
      if (isThere?.isFile()) return sendFile(tree, join(path, index), pathname, request, response);
    }
    if (!tree.asMarkdownSite) return plain(response, 404, "Not found");
    return generated(request, response, "text/html; charset=utf-8", await folderPage(tree, path));
  }
  if (!found?.isFile() || !isServed(tree, path)) return plain(response, 404, "Not found");

  const headers = {
    "content-type": CONTENT_TYPES[extname(path).toLowerCase()] ?? "application/octet-stream",
    etag: `"${found.size.toString(36)}-${Math.trunc(found.mtimeMs).toString(36)}"`,
    "last-modified": found.mtime.toUTCString(),
    "cache-control": "no-cache",
  };
  if (isUnchanged(request, headers.etag, found.mtime)) {
    response.writeHead(304, headers);
    return response.end();
  }
  response.writeHead(200, { ...headers, "content-length": found.size });
  if (request.method === "HEAD" || found.size === 0) return response.end();
  return pipeline(createReadStream(onDisk), response);
}

function generated(request: IncomingMessage, response: ServerResponse, contentType: string, body: string) {
  const headers = {
    "content-type": contentType,
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    "cache-control": "no-cache",
  };
  const isSame = request.headers["if-none-match"] === headers.etag;
  response.writeHead(isSame ? 304 : 200, headers);
  return response.end(isSame || request.method === "HEAD" ? undefined : body);
}

function plain(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  return response.end(`${text}\n`);
}

/** Whether the file is unchanged for this reader. If-None-Match decides alone when it is there (RFC 9110, section 13.2.2). */
function isUnchanged(request: IncomingMessage, etag: string, modified: Date): boolean {
  const tags = request.headers["if-none-match"];
  if (tags !== undefined) return tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const since = Date.parse(request.headers["if-modified-since"] ?? "");
  return !Number.isNaN(since) && Math.trunc(modified.getTime() / 1000) * 1000 <= since;
}

/** A decoded path; null for text that is no path, or no path of a file. */
function decoded(path: string): string | null {
  try {
    const text = decodeURIComponent(path);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function isServed(tree: MountedTree, path: string): boolean {
  return tree.include?.(path.split(sep).join("/")) ?? true;
}

/** Paths of the files served, below `folder`; `node_modules` of a package are other packages. */
async function listFiles(tree: MountedTree, folder = ""): Promise<string[]> {
  const entries = await readdir(join(tree.root, folder), { withFileTypes: true });
  const files: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.name === "node_modules") continue;
    if (entry.isDirectory()) files.push(...(await listFiles(tree, path)));
    else if (entry.isFile() && isServed(tree, path)) files.push(path);
  }
  return files;
}

async function sitemap(trees: MountedTree[], origin: string): Promise<string> {
  const urls: string[] = [];
  for (const tree of trees) {
    for (const path of await listFiles(tree))
      urls.push(`  <url><loc>${escaped(origin + tree.mount + encodedPath(path))}</loc></url>`);
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ].join("\n");
}

async function folderPage(tree: MountedTree, path: string): Promise<string> {
  const folder = path.replace(/\/$/, "");
  const links = (await listFiles(tree, folder)).map((file) => {
    const relative = folder ? file.slice(folder.length + 1) : file;
    return `<li><a href="${escaped(encodedPath(relative))}">${escaped(relative)}</a></li>`;
  });
  const title = escaped(tree.mount + folder);
  return `<!doctype html><html lang="en"><head><meta name="robots" content="noindex"><title>${title}</title></head><body><ul>\n${links.join("\n")}\n</ul></body></html>\n`;
}

function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
