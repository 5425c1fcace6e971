import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { CONTENT_ROUTES, previewImage } from "#schema/content-routes.ts";
import type { Content, ContentKind } from "#web/content/content.ts";
import { clientPages } from "./client-pages.ts";
import { evaluationPage } from "./evaluation-page.ts";
import { fillFigures, readFigureFiles } from "./figures.ts";
import { compileMarkdown, splitFrontMatter } from "./markdown.ts";

/** A text with the fields that only the build needs. */
export type BuiltContent = Content & {
  /** The whole text as markdown, its heading first, every figure filled in. */
  markdown: string;
  text: string;
  links: string[];
  isUnlisted: boolean;
};

const frontMatter = z.strictObject({
  section: z.string().optional(),
  publishedOn: z.iso.date().optional(),
  updatedOn: z.iso.date().optional(),
  video: z
    .strictObject({ id: z.string().nullable(), title: z.string(), footer: z.string().optional() })
    .optional(),
});

const WORDS_A_MINUTE = 220;

/** Every text of web/content, in the order of its routes. `origin` is where the site will be, without a slash at its end. */
export function loadContent(root: string, origin: string): BuiltContent[] {
  const figures = readFigureFiles(root);
  const generated = new Map([...clientPages(`${origin}/mcp`), ["/evaluation", evaluationPage(root)]]);
  return CONTENT_ROUTES.filter(({ path }) => path !== "/blog").map((route) => {
    const made = generated.get(route.path);
    const file = sourceOf(root, route.path);
    const { data, body } = splitFrontMatter(made ?? readFileSync(join(root, file), "utf8"));
    const head = frontMatter.parse(data);
    const markdown = fillFigures(body.trim(), figures).replaceAll("{{origin}}", origin);
    const compiled = compileMarkdown(markdown);
    return {
      path: route.path,
      kind: kindOf(route.path),
      description: route.description ?? "",
      section: head.section ?? null,
      publishedOn: head.publishedOn ?? null,
      updatedOn: head.updatedOn ?? null,
      video: head.video ?? null,
      minutes: Math.max(1, Math.round(compiled.text.split(/\s+/).length / WORDS_A_MINUTE)),
      imagePath: previewImage(route.path),
      sourcePath: made === undefined ? file : null,
      markdown,
      isUnlisted: route.isUnlisted ?? false,
      ...compiled,
    };
  });
}

/** The file that holds a text, from the root of the repository. */
function sourceOf(root: string, path: string): string {
  const base = `web/content${path}`;
  return existsSync(join(root, `${base}.md`)) ? `${base}.md` : `${base}/index.md`;
}

function kindOf(path: string): ContentKind {
  if (path === "/docs" || path.startsWith("/docs/")) return "doc";
  if (path.startsWith("/blog/")) return "article";
  return path.startsWith("/use-case/") ? "use-case" : "page";
}
