import type { PackageInput } from "./queries.ts";

export type PackageForm = { ecosystem: PackageInput["ecosystem"]; name: string; version: string };
export type PackageProblems = { name?: string; version?: string };

export const EMPTY_PACKAGE: PackageForm = { ecosystem: "npm", name: "", version: "" };

/** Registries of packages, with the addresses of their pages for people. */
export const REGISTRIES: { ecosystem: PackageInput["ecosystem"]; name: string; host: string }[] = [
  { ecosystem: "npm", name: "npm", host: "www.npmjs.com" },
  { ecosystem: "pypi", name: "PyPI", host: "pypi.org" },
];

/** The registry of a package, by the address of its source. */
export function registryOf(url: string): string {
  return REGISTRIES.find(({ host }) => URL.parse(url)?.host === host)?.name ?? "Package";
}

/** A package with its version, as the tools write it: `zod@4.1.0`, `@scope/name@1.0.0`, `requests==2.32.3`. */
const WITH_VERSION = /^(.+?)(?:@|==)([^@=]+)$/;

/** The input for the server, or what is wrong with the form. A version may be written after the name. */
export function readPackageForm({
  ecosystem,
  ...typed
}: PackageForm): { problems: null; input: PackageInput } | { problems: PackageProblems } {
  const [, before, after] = WITH_VERSION.exec(typed.name.trim()) ?? [];
  const name = (before ?? typed.name).trim();
  const version = typed.version.trim() || (after?.trim() ?? "");
  if (name === "") return { problems: { name: "Enter the name of a package" } };
  if (/^[\^~<>=]|[*\s]|\.x$/.test(version))
    return { problems: { version: "Enter an exact version, or none for the newest" } };
  return { problems: null, input: { ecosystem, name, ...(version !== "" && { version }) } };
}
