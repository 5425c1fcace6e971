import { expect, it } from "vitest";
import { EMPTY_PACKAGE, readPackageForm, registryOf } from "./package-input.ts";

it.each([
  [{ name: " zod " }, { ecosystem: "npm", name: "zod" }],
  [{ name: "zod@4.1.0" }, { ecosystem: "npm", name: "zod", version: "4.1.0" }],
  [{ name: "@hono/node-server" }, { ecosystem: "npm", name: "@hono/node-server" }],
  [{ name: "@hono/node-server@1.19.0" }, { ecosystem: "npm", name: "@hono/node-server", version: "1.19.0" }],
  [
    { ecosystem: "pypi" as const, name: "requests==2.32.3" },
    { ecosystem: "pypi", name: "requests", version: "2.32.3" },
  ],
  [
    { name: "zod@4.1.0", version: "3.25.0" },
    { ecosystem: "npm", name: "zod", version: "3.25.0" },
  ],
])("%j asks for %j", (typed, input) =>
  expect(readPackageForm({ ...EMPTY_PACKAGE, ...typed })).toEqual({ problems: null, input }),
);

it.each([
  [{ name: "  " }, { name: "Enter the name of a package" }],
  [{ name: "zod", version: "^4.1.0" }, { version: "Enter an exact version, or none for the newest" }],
  [{ name: "zod@4.x" }, { version: "Enter an exact version, or none for the newest" }],
])("%j is to be mended first: %j", (typed, problems) =>
  expect(readPackageForm({ ...EMPTY_PACKAGE, ...typed })).toEqual({ problems }),
);

it.each([
  ["https://www.npmjs.com/package/zod/v/4.1.0", "npm"],
  ["https://pypi.org/project/requests/2.32.3/", "PyPI"],
  ["https://elsewhere.test/zod", "Package"],
])("the registry of %s is %s", (url, name) => expect(registryOf(url)).toBe(name));
