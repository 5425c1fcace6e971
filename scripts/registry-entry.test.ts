import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import type { JsonSchemaType } from "@modelcontextprotocol/sdk/validation/types.js";
import * as z from "zod";
import { PACKAGE } from "#cli/build.ts";
import { registryEntry, SCHEMA_URL } from "./registry-entry.ts";

/**
 * The rules of the registry's schema 2025-12-11 for the fields that an entry of ours has, and the further checks of its
 * publisher (one exact version, an https address, no placeholder in a fixed value). Strict: a field that the rules don't know
 * fails.
 */
const exactVersion = z
  .string()
  .max(255)
  .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
};
const keyValue = z.strictObject({
  ...input,
  name: z.string(),
  value: z.string().optional(),
  default: z.string().optional(),
  variables: z.record(z.string(), z.strictObject(input)).optional(),
});
const entryRules = z.strictObject({
  $schema: z.literal(SCHEMA_URL),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: exactVersion,
  websiteUrl: z.url({ protocol: /^https$/ }),
  icons: z.array(
    z.strictObject({
      src: z.url({ protocol: /^https$/ }).max(255),
      mimeType: z.enum(["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"]),
      sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
      theme: z.enum(["light", "dark"]),
    }),
  ),
  packages: z.array(
    z.strictObject({
      registryType: z.literal("npm"),
      identifier: z.string(),
      version: exactVersion,
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal("stdio") }),
      packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })),
      environmentVariables: z.array(keyValue),
    }),
  ),
  remotes: z.array(
    z.strictObject({
      type: z.literal("streamable-http"),
      url: z.string().regex(/^https:\/\/[^\s]+$/),
      headers: z.array(keyValue),
    }),
  ),
});

/** The registry's own schema, which lets unknown fields pass; NOTICE has its source. */
const publishedSchema = JSON.parse(
  readFileSync(join(import.meta.dirname, "mcp-registry/2025-12-11.schema.json"), "utf8"),
) as JsonSchemaType & { $id: string };
const followsPublishedSchema = new AjvJsonSchemaValidator().getValidator(publishedSchema);

const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
  name: string;
  version: string;
};

describe("server.json", () => {
  it("follows the registry's rules and names the package's own version", () => {
    const entry = registryEntry("https://docs.example.com", manifest);
    expect(entryRules.parse(entry)).toEqual(entry);
    expect(entry.name).toBe("com.example.docs/docenda");
    expect([entry.version, entry.packages[0]!.version]).toEqual([manifest.version, manifest.version]);
  });

  it("follows the schema that the registry publishes", () => {
    const entry = registryEntry("https://docs.example.com", manifest);
    expect(publishedSchema.$id).toBe(SCHEMA_URL);
    expect(followsPublishedSchema(entry).errorMessage).toBeUndefined();
    const [inPackage] = entry.packages;
    for (const wrong of [
      { ...entry, name: "docenda" },
      { ...entry, description: "x".repeat(101) },
      { ...entry, packages: [{ ...inPackage, transport: undefined }] },
      { ...entry, remotes: [{ type: "streamable-http" }] },
    ])
      expect(followsPublishedSchema(wrong).valid).toBe(false);
  });

  it("names the package as npm has it, and addresses of the server that is published alone", () => {
    const origin = "https://docs.example.com";
    const entry = registryEntry(origin, manifest);
    const root = JSON.parse(readFileSync(join(PACKAGE, "../../package.json"), "utf8")) as typeof manifest;
    expect([manifest.name, manifest.version]).toEqual([root.name, root.version]);
    expect(entry.packages).toMatchObject([{ identifier: manifest.name, version: manifest.version }]);
    expect(entry.remotes.map(({ url }) => url)).toEqual([`${origin}/mcp`]);
    const [address] = entry.packages[0]!.environmentVariables;
    expect([entry.websiteUrl, address!.default]).toEqual([`${origin}/mcp`, origin]);
  });

  it("fills every placeholder of a value from its variables", () => {
    const { remotes } = registryEntry("https://docs.example.com", manifest);
    for (const { value, variables } of remotes.flatMap(({ headers }) => headers))
      expect([...value.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(variables));
  });

  it("is refused by the rules when a field is not the registry's", () => {
    const entry = registryEntry("https://docs.example.com", manifest);
    for (const wrong of [
      { ...entry, description: "x".repeat(101) },
      { ...entry, version: "^0.1.0" },
      { ...entry, name: "docenda" },
      { ...entry, tools: [] },
    ])
      expect(entryRules.safeParse(wrong).success).toBe(false);
  });
});
