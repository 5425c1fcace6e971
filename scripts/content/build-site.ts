import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { previewImage } from "#schema/content-routes.ts";
import { ROUTES } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";
import { CLIENTS } from "#web/features/install/clients.ts";
import { fillFigures, readFigureFiles } from "./figures.ts";
import { loadContent } from "./load-content.ts";
import type { BuiltContent } from "./load-content.ts";
import { ogImage } from "./og-image.ts";
import { siteFiles } from "./site-files.ts";
import type { SiteFiles } from "./site-files.ts";

export type BuiltSite = { contents: BuiltContent[]; files: SiteFiles };

/** All texts of the public site and the files made from them, except pictures. */
export function buildSite(root: string, origin: string): BuiltSite {
  const contents = loadContent(root, origin);
  return { contents, files: siteFiles(contents, otherTwins(root, contents, origin), origin) };
}

/** The picture of each public page, by its path without a leading slash. */
export async function buildImages(root: string, contents: BuiltContent[]): Promise<Map<string, Uint8Array>> {
  const cacheDir = join(root, ".cache/og-images");
  const pages = ROUTES.filter(({ kind, path }) => kind === "public" && !path.includes(":"));
  const images = pages.map(async ({ path, title, description = "" }: RouteInfo) => {
    const heading =
      contents.find((content) => content.path === path)?.heading ?? title ?? "Context for your agent";
    return [previewImage(path).slice(1), await ogImage({ heading, description }, cacheDir)] as const;
  });
  return new Map(await Promise.all(images));
}

/** The twins of pages that are drawn and not written: the files of web/content/twins by the names of their paths, and the blog's list. */
function otherTwins(root: string, contents: BuiltContent[], origin: string): Map<string, string> {
  const figures = readFigureFiles(root);
  const folder = join(root, "web/content/twins");
  const twins = readdirSync(folder).map((file) => {
    const text = fillFigures(readFileSync(join(folder, file), "utf8"), figures)
      .replaceAll("{{origin}}", origin)
      .replaceAll("{{clients}}", String(CLIENTS.length));
    const name = file.replace(/\.md$/, "");
    return [name === "home" ? "/" : `/${name}`, text.trim()] as const;
  });
  const blog = contents
    .filter(({ kind }) => kind === "article")
    .map(({ heading, path, description }) => `- [${heading}](${path}): ${description}`);
  return new Map([...twins, ["/blog", `# Blog\n\n${blog.join("\n")}`]]);
}
