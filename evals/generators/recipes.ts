/** How a generator builds a folder of markdown with its standard theme. */
type Recipe = {
  /** Packages of npm at exact versions. */
  packages: string[];
  /** Where the markdown goes, what is there besides it, and where the site comes out. */
  docs: string;
  files: (pages: string[]) => Record<string, string>;
  manifest?: { type: "module" };
  /** Changes that a page needs to be one of the generator's. */
  frontMatter?: (text: string, path: string) => string;
  command: string[];
  output: string;
};

const moduleType = { type: "module" } as const;

/** By the name of the site in sites.json. */
export const recipes: Partial<Record<string, Recipe>> = {
  vitepress: {
    packages: ["vitepress@1.6.4"],
    docs: "docs",
    manifest: moduleType,
    files: (pages) => ({
      "docs/.vitepress/config.js": `export default ${JSON.stringify({
        title: "Fastify",
        ignoreDeadLinks: true,
        lastUpdated: true,
        themeConfig: {
          nav: [{ text: "Reference", link: "/Reference/" }],
          sidebar: pages.map((page) => ({ text: nameOf(page), link: `/${page}` })),
          editLink: { pattern: "https://docs.test/edit/:path" },
        },
      })};`,
    }),
    command: ["vitepress", "build", "docs"],
    output: "docs/.vitepress/dist",
  },
  docusaurus: {
    packages: [
      "@docusaurus/core@3.10.2",
      "@docusaurus/preset-classic@3.10.2",
      "react@19.3.1",
      "react-dom@19.3.1",
    ],
    docs: "docs",
    files: () => ({
      "docusaurus.config.cjs": `module.exports = ${JSON.stringify({
        title: "Undici",
        url: "https://zoo.test",
        baseUrl: "/",
        onBrokenLinks: "ignore",
        markdown: { format: "md", hooks: { onBrokenMarkdownLinks: "ignore" } },
        presets: [
          [
            "classic",
            { docs: { routeBasePath: "/", editUrl: "https://docs.test/edit/" }, blog: false, theme: {} },
          ],
        ],
        themeConfig: {
          announcementBar: { content: "Version 8 is out." },
          navbar: { title: "Undici", items: [{ href: "https://docs.test/", label: "Repository" }] },
          footer: { style: "dark", copyright: "The makers of Undici" },
        },
      })};`,
    }),
    command: ["docusaurus", "build", "--config", "docusaurus.config.cjs"],
    output: "build",
  },
  starlight: {
    packages: ["astro@7.3.5", "@astrojs/starlight@0.42.4"],
    docs: "src/content/docs",
    manifest: moduleType,
    files: () => ({
      "astro.config.mjs": `import { defineConfig } from "astro/config";
import starlight from "@astrojs/starlight";
export default defineConfig({
  site: "https://zoo.test",
  integrations: [starlight({ title: "Pino", editLink: { baseUrl: "https://docs.test/edit/" }, lastUpdated: false })],
});`,
      "src/content.config.ts": `import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
    }),
    frontMatter: (text, path) => {
      const title = /^# +(.+)$/m.exec(text)?.[1] ?? nameOf(path);
      const plain = title.replaceAll(/<[^<>]*>|[`"]/g, "").trim();
      return `---\ntitle: ${JSON.stringify(plain)}\n---\n${text.replace(/^# +.+$/m, "")}`;
    },
    command: ["astro", "build"],
    output: "dist",
  },
  honkit: {
    packages: ["honkit@6.1.7"],
    docs: "book",
    files: (pages) => ({
      "book/README.md":
        "# Pino\n\nThe documentation of Pino, a logger for Node.js, as a book of many chapters.\n",
      "book/SUMMARY.md": ["# Summary", "", ...pages.map((page) => `* [${nameOf(page)}](${page})`), ""].join(
        "\n",
      ),
    }),
    command: ["honkit", "build", "book", "_book"],
    output: "book/_book",
  },
  vuepress: {
    packages: [
      "vuepress@2.0.0-rc.24",
      "@vuepress/bundler-vite@2.0.0-rc.24",
      "@vuepress/theme-default@2.0.0-rc.112",
      "sass-embedded@1.108.2",
    ],
    docs: "docs",
    manifest: moduleType,
    files: () => ({
      "docs/.vuepress/config.js": `import { viteBundler } from "@vuepress/bundler-vite";
import { defaultTheme } from "@vuepress/theme-default";
import { defineUserConfig } from "vuepress";
export default defineUserConfig({
  bundler: viteBundler(),
  theme: defaultTheme({ repo: "docs/test", docsDir: "docs" }),
  title: "Fastify",
});`,
    }),
    command: ["vuepress", "build", "docs"],
    output: "docs/.vuepress/dist",
  },
};

function nameOf(path: string): string {
  return path.replace(/\.md$/, "").replaceAll("/", ": ");
}
