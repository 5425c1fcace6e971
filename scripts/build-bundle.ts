import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { packExtension } from "@anthropic-ai/mcpb/cli";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { buildCli, PACKAGE } from "#cli/build.ts";
import { PRODUCT } from "#schema/values.ts";

const ROOT = join(import.meta.dirname, "..");
const OUT = join(ROOT, "dist/bundle");
const ICON_PIXELS = 512;

/** The manifest of the bundle: the settings that Claude Desktop asks its user for, and the command that starts the server. */
export function bundleManifest(origin: string, version: string) {
  return {
    manifest_version: "0.3",
    name: "docenda",
    display_name: PRODUCT,
    version,
    description: "Searches documentation and returns only the passages that an agent needs.",
    author: { name: PRODUCT },
    license: "Apache-2.0",
    icon: "icon.png",
    keywords: ["documentation", "search"],
    server: {
      type: "node",
      entry_point: "server/docenda.js",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/server/docenda.js", "mcp"],
        env: { DOCENDA_URL: "${user_config.url}", DOCENDA_API_KEY: "${user_config.api_key}" },
      },
    },
    tools: [
      { name: "docenda_search_documentation", description: "Search documentation" },
      { name: "docenda_read_url", description: "Read a page, or a section of it" },
    ],
    user_config: {
      api_key: {
        type: "string",
        title: "API key",
        description: "Create one on the API keys page of your server.",
        sensitive: true,
        required: true,
      },
      url: {
        type: "string",
        title: "Server",
        description: "Address of your Docenda server.",
        required: true,
        ...(origin && { default: origin }),
      },
    },
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: ">=20.18.1" } },
  };
}

/** Builds the bundle for Claude Desktop with its own packer, which validates the manifest, and returns the path of the file. */
export async function buildBundle(origin = process.env.SITE_ORIGIN ?? ""): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { version: string };
  await buildCli(origin);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  cpSync(join(PACKAGE, "dist"), join(OUT, "server"), { recursive: true });
  // A package.json, without which Node reads the server's files as CommonJS.
  writeFileSync(join(OUT, "package.json"), JSON.stringify({ name: "docenda", version, type: "module" }));
  writeFileSync(join(OUT, "manifest.json"), JSON.stringify(bundleManifest(origin, version), null, 2));
  writeFileSync(join(OUT, "icon.png"), await icon());
  const file = join(ROOT, `dist/docenda-${version}.mcpb`);
  if (!(await packExtension({ extensionPath: OUT, outputPath: file, silent: true })))
    throw new Error("The bundle was not packed: its manifest is not valid.");
  return file;
}

async function icon(): Promise<Uint8Array> {
  await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const svg = readFileSync(join(ROOT, "web/public/favicon-light.svg"), "utf8");
  return new Resvg(svg, { fitTo: { mode: "width", value: ICON_PIXELS } }).render().asPng();
}

if (import.meta.main) process.stdout.write(`${await buildBundle()}\n`);
