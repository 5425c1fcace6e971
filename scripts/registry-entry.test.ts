import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
