/** The steps by which a generator builds a folder of markdown, or of source, with its standard theme. */
type Recipe = {
  /** Client that installs the generator, and fetches the text; npm by default. */
  client?: "npm" | "pip";
  /** Packages at exact versions. */
  packages: string[];
  /** Folder for the package's text, other files besides, and the folder of the built site. */
  docs: string;
  files: (pages: string[]) => Record<string, string>;
  manifest?: { type: "module" };
  /** Changes that turn a page of the text into a page of the generator. */
  frontMatter?: (text: string, path: string) => string;
  command: string[];
  output: string;
};

const moduleType = { type: "module" } as const;

/** Recipes by the name of the site in sites.json. */
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
  rspress: {
    packages: ["@rspress/core@2.0.22"],
    docs: "docs",
    files: () => ({
      "rspress.config.mjs": `export default {
  root: "docs",
  title: "Undici",
  markdown: { link: { checkDeadLinks: false } },
  themeConfig: { editLink: { docRepoBaseUrl: "https://docs.test/edit" }, lastUpdated: false },
};`,
    }),
    command: ["rspress", "build"],
    output: "doc_build",
  },
  jsdoc: {
    packages: ["jsdoc@4.0.5"],
    docs: "source",
    files: () => ({}),
    command: ["jsdoc", "--recurse", "source", "--destination", "site"],
    output: "site",
  },
  mkdocstrings: {
    client: "pip",
    packages: ["mkdocs-material==9.8.1", "mkdocstrings==1.0.8", "mkdocstrings-python==2.0.11"],
    docs: "source/httpx",
    files: () => ({
      ...Object.fromEntries(
        httpxNames.map((name) => [`docs/${name}.md`, `# ${name}\n\n::: httpx.${name}\n`]),
      ),
      "docs/index.md": "# HTTPX\n\nThe reference of HTTPX, a client for HTTP.\n",
      "mkdocs.yml": JSON.stringify({
        site_name: "HTTPX",
        repo_url: "https://docs.test/",
        edit_uri: "edit/",
        theme: {
          name: "material",
          features: ["content.action.edit", "content.code.copy", "navigation.footer"],
        },
        plugins: ["search", { mkdocstrings: { handlers: { python: { paths: ["source"] } } } }],
        markdown_extensions: ["admonition", { toc: { permalink: true } }],
      }),
    }),
    command: ["mkdocs", "build", "--quiet"],
    output: "site",
  },
  pydoctor: {
    client: "pip",
    packages: ["pydoctor==25.10.1"],
    docs: "source/jinja2",
    files: () => ({}),
    command: [
      "pydoctor",
      "--quiet",
      "--docformat=plaintext",
      "--project-name=Jinja",
      "--html-output=site",
      "source/jinja2",
    ],
    output: "site",
  },
  pdoc: {
    client: "pip",
    packages: ["pdoc==16.0.0"],
    docs: "source/boltons",
    files: () => ({}),
    command: ["pdoc", "--output-directory", "site", "source/boltons"],
    output: "site",
  },
  redoc: {
    packages: ["@redocly/cli@2.77.0"],
    docs: "docs",
    files: () => ({}),
    command: ["redocly", "build-docs", "docs/json/readme.json", "--output", "site/index.html"],
    output: "site",
  },
  slate: {
    packages: ["shins@2.6.0"],
    docs: "docs",
    files: () => ({ "site/robots.txt": "" }),
    frontMatter: (text) =>
      `---\ntitle: Pino\nlanguage_tabs:\n  - javascript: JavaScript\ntoc_footers: []\nsearch: true\n---\n\n${text}`,
    command: ["shins", "docs/api.md", "--output", "site/index.html"],
    output: "site",
  },
  "typedoc-28": {
    packages: ["typedoc@0.28.20", "typescript@5.9.3"],
    docs: "source",
    files: () => ({
      "tsconfig.json": JSON.stringify({ compilerOptions: { lib: ["ES2022", "DOM"] }, include: ["source"] }),
    }),
    command: ["typedoc", "--skipErrorChecking", "--out", "site", "source/index.ts", "source/ajax/index.ts"],
    output: "site",
  },
  nextra: {
    packages: [
      "next@16.4.6",
      "nextra@4.6.1",
      "nextra-theme-docs@4.6.1",
      "zod@4.1.12",
      "react@19.3.1",
      "react-dom@19.3.1",
    ],
    docs: "content",
    manifest: moduleType,
    files: () => ({
      "next.config.mjs": `import nextra from "nextra";
export default nextra({})({ output: "export", images: { unoptimized: true } });`,
      "mdx-components.js": `import { useMDXComponents as ofTheme } from "nextra-theme-docs";
export const useMDXComponents = (components) => ({ ...ofTheme(), ...components });`,
      "app/layout.jsx": `import { Footer, Layout, Navbar } from "nextra-theme-docs";
import { getPageMap } from "nextra/page-map";
export default async function RootLayout({ children }) {
  return (
    <html lang="en"><body>
      <Layout navbar={<Navbar logo={<b>Pino</b>} />} footer={<Footer>The makers of Pino</Footer>}
        pageMap={await getPageMap()} docsRepositoryBase="https://docs.test/edit">{children}</Layout>
    </body></html>
  );
}`,
      "app/[[...mdxPath]]/page.jsx": `import { generateStaticParamsFor, importPage } from "nextra/pages";
import { useMDXComponents } from "../../mdx-components";
export const generateStaticParams = generateStaticParamsFor("mdxPath");
const { wrapper: Wrapper } = useMDXComponents();
export default async function Page(props) {
  const params = await props.params;
  const { default: Content, toc, metadata, sourceCode } = await importPage(params.mdxPath);
  return <Wrapper toc={toc} metadata={metadata} sourceCode={sourceCode}><Content {...props} params={params} /></Wrapper>;
}`,
      "content/index.md": "# Pino\n\nThe documentation of Pino, a logger for Node.js, as a site.\n",
    }),
    command: ["next", "build"],
    output: "out",
  },
  retype: {
    packages: ["retypeapp@4.6.0"],
    docs: "docs",
    files: () => ({
      "retype.yml": JSON.stringify({
        input: "docs",
        output: "site",
        url: "https://zoo.test",
        branding: { title: "Pino" },
        edit: { repo: "https://docs.test/", label: "Edit this page" },
      }),
    }),
    command: ["retype", "build"],
    output: "site",
  },
};

const httpxNames =
  "Client AsyncClient Request Response URL Headers Cookies QueryParams Timeout Limits Proxy Auth BasicAuth DigestAuth BaseTransport HTTPTransport MockTransport WSGITransport ASGITransport HTTPError".split(
    " ",
  );

function nameOf(path: string): string {
  return path.replace(/\.md$/, "").replaceAll("/", ": ");
}
