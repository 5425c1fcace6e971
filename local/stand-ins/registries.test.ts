import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRegistries } from "./registries.ts";
import type { Registries } from "./registries.ts";

const folder = mkdtempSync(join(tmpdir(), "docenda-registries-"));
let registries: Registries;

beforeAll(async () => {
  const installed = join(folder, "node_modules/@zoo/quokka");
  mkdirSync(join(installed, "node_modules/other"), { recursive: true });
  writeFileSync(join(installed, "package.json"), '{ "version": "1.2.0", "description": "Hops" }');
  writeFileSync(join(installed, "README.md"), "# quokka");
  writeFileSync(join(installed, "node_modules/other/README.md"), "# other");
  writeFileSync(join(folder, "package.json"), '{ "version": "9.9.9" }');
  registries = await startRegistries({ port: 0, installedIn: join(folder, "node_modules") });
});

afterAll(async () => {
  await registries.close();
  rmSync(folder, { recursive: true });
});

const status = async (url: string) => (await fetch(url)).status;

test("npm has what is installed, with an archive of it and of nothing beside it", async () => {
  const answer = await fetch(`${registries.npmUrl}/@zoo%2fquokka/latest`);
  const found = (await answer.json()) as { dist: { tarball: string } };
  expect(found).toMatchObject({ name: "@zoo/quokka", version: "1.2.0", description: "Hops" });
  expect(await status(`${registries.npmUrl}/@zoo%2fquokka/1.2.0`)).toBe(200);
  const archive = await (await fetch(found.dist.tarball)).bytes();
  const list = execFileSync("tar", ["-tzf", "-"], { input: archive, encoding: "utf8" });
  expect(list.trim().split("\n").toSorted()).toEqual(["quokka/", "quokka/README.md", "quokka/package.json"]);
});

test("both have what is added, the last one as the newest; PyPI by any spelling of its name", async () => {
  for (const version of ["0.3", "0.2"])
    registries.addPackage({
      ecosystem: "pypi",
      name: "Zoo.Quokka",
      version,
      archive: async () => new TextEncoder().encode(`archive of ${version}`),
    });
  const { info, urls } = (await (await fetch(`${registries.pypiUrl}/pypi/zoo-quokka/json`)).json()) as any;
  expect(info).toMatchObject({ name: "Zoo.Quokka", version: "0.2" });
  expect(urls).toMatchObject([{ packagetype: "sdist", filename: "Zoo.Quokka-0.2.tar.gz" }]);
  expect(await (await fetch(urls[0].url)).text()).toBe("archive of 0.2");
  expect(await status(`${registries.pypiUrl}/pypi/zoo_quokka/0.3/json`)).toBe(200);
  registries.addPackage({
    ecosystem: "npm",
    name: "@zoo/quokka",
    version: "2.0.0",
    archive: async () => Promise.reject(new Error("gone")),
  });
  const newest = (await (await fetch(`${registries.npmUrl}/@zoo%2fquokka/latest`)).json()) as any;
  expect(newest.version).toBe("2.0.0");
  expect(await status(newest.dist.tarball)).toBe(500);
  expect(await status(`${registries.npmUrl}/@zoo%2fquokka/1.2.0`)).toBe(200);
});

test.each(["/npm/quokka/latest", "/npm/@zoo%2fquokka/3.0.0", "/npm/..%2f/latest", "/npm/%/latest"])(
  "there is no %s",
  async (path) => {
    expect(await status(registries.pypiUrl + path)).toBe(404);
  },
);

test.each(["/", "/pypi/quokka", "/pypi/quokka/json", "/archives/npm/..%2f/9.9.9", "/archives/npm/quokka/%"])(
  "there is nothing at %s",
  async (path) => {
    expect(await status(registries.pypiUrl + path)).toBe(404);
  },
);
