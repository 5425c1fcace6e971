import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startProduct } from "#evals/product.ts";
import type { Product } from "#evals/product.ts";
import { ROOT } from "#local/root.ts";
import { buildBundle } from "../../scripts/build-bundle.ts";

const workDir = mkdtempSync(join(tmpdir(), "docenda-bundle-"));
const outputDir = join(workDir, "unpacked");
let product: Product | undefined;
let file: string;

beforeAll(async () => {
  product = await startProduct(join(workDir, "state"));
  file = await buildBundle("https://docs.example.com");
  // The packer's own program reads it back, and judges the manifest.
  for (const args of [
    ["unpack", file, outputDir],
    ["validate", join(outputDir, "manifest.json")],
  ])
    await promisify(execFile)(join(ROOT, "node_modules/.bin/mcpb"), args);
}, 300_000);

afterAll(async () => {
  await product?.server.close();
  rmSync(workDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

it("is small, keeps the key secret, and says what it asks for", () => {
  expect(statSync(file).size).toBeLessThan(400_000);
  const { user_config: config, tools } = manifest();
  expect(config.api_key).toMatchObject({ sensitive: true, required: true });
  expect(config.url.default).toBe("https://docs.example.com");
  expect(tools.map(({ name }: { name: string }) => name)).toEqual([
    "docenda_search_documentation",
    "docenda_read_url",
  ]);
});

it("starts as its manifest says, and offers the tools that it lists", async () => {
  const { server, tools } = manifest();
  const settings: Record<string, string> = {
    "${__dirname}": outputDir,
    "${user_config.url}": product!.server.url,
    "${user_config.api_key}": product!.apiKey,
  };
  const fill = (text: string) => text.replaceAll(/\$\{[\w.]+\}/g, (name) => settings[name] ?? name);
  const { args, env } = server.mcp_config;
  const client = new Client({ name: "bundle", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map(fill),
      env: Object.fromEntries(Object.entries<string>(env).map(([name, value]) => [name, fill(value)])),
    }),
  );
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(tools.map(({ name }: { name: string }) => name));
  await client.close();
});

type Manifest = {
  user_config: Record<"api_key" | "url", { default?: string }>;
  tools: { name: string }[];
  server: { mcp_config: { args: string[]; env: Record<string, string> } };
};

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(outputDir, "manifest.json"), "utf8")) as Manifest;
}
