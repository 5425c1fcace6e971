/** Made by scripts/content/plugin.ts from the texts beside this file. */
declare module "virtual:content" {
  import type { Content, ContentMeta } from "#web/content/content.ts";
  export const metas: ContentMeta[];
  /** Where the texts say that the site is. */
  export const builtOrigin: string;
  /** Each text is a chunk of its own. */
  export const loaders: Record<string, () => Promise<{ content: Content }>>;
}
