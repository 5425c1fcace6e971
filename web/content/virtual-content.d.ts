/** The module that scripts/content/plugin.ts makes from the texts beside this file. */
declare module "virtual:content" {
  import type { Content, ContentMeta } from "#web/content/content.ts";
  export const metas: ContentMeta[];
  /** The origin of the site that stands in the texts. */
  export const builtOrigin: string;
  /** Functions that load a text by its path; each text is a chunk of its own. */
  export const loaders: Record<string, () => Promise<{ content: Content }>>;
}
