/** Versions as the owners of sources write them: `18.2.0`, `v4`, `15`, `2024-10`, `19.0.0-rc.1`, `bookworm`, `main@0a1b2c3d4e5f`. */

type Versioned = { version: string | null };

/** A version in numbers. `tag` marks a pre-release: `rc.1` of `19.0.0-rc.1`. */
type Numbered = { parts: number[]; tag: string };

type Operator = "" | "^" | "~" | ">" | ">=" | "<" | "<=";

/**
 * Order of a list that begins with the newest: first sources without a version, which are the documentation as it stands, then releases,
 * then pre-releases, then versions that are no numbers.
 */
export function newestFirst(a: string | null, b: string | null): number {
  return stabilityOrder(a) - stabilityOrder(b) || compareVersions(b ?? "", a ?? "");
}

/** Compares two versions; negative when `a` is older. Missing parts count as 0, and a pre-release comes before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [readNumbers(a), readNumbers(b)];
  if (!left || !right) return Number(left !== null) - Number(right !== null) || a.localeCompare(b);
  return compareParts(left.parts, right.parts) || compareTags(left.tag, right.tag);
}

/**
 * Whether documentation of `held` fits a request for `wanted`: the same version, one of that line (`18` means `18.2.0`), or one in a range
 * (`18.x`, `^18.2.0`, `>=18 <19`, `17 || 18`). A pre-release is meant by its own name and by the name of its line.
 */
export function matchesVersion(wanted: string, held: string): boolean {
  const [asked = "", own = ""] = [wanted, held].map((version) => version.trim().toLowerCase());
  if (asked === own || asked === withoutCommit(own)) return true;
  const version = readNumbers(held);
  if (!version) return false;
  return wanted.split("||").some((range) => {
    const terms = listTerms(range);
    return terms.length > 0 && terms.every((term) => fits(term, version));
  });
}

/** The matching source of the very version that was asked for, else the newest match; null when nothing matches. */
export function findVersion<T extends Versioned>(wanted: string, held: T[]): T | null {
  const matching = held.filter(({ version }) => version !== null && matchesVersion(wanted, version));
  const isSame = ({ version }: T) => compareVersions(version ?? "", wanted) === 0;
  return matching.find(isSame) ?? newestOf(matching);
}

export function newestOf<T extends Versioned>(held: T[]): T | null {
  return held.toSorted((a, b) => newestFirst(a.version, b.version))[0] ?? null;
}

/**
 * The source nearest to a version that is not held: the newest one that is not above it, since all that this one describes was there (`15`
 * for `15.4`), else the oldest above it. The newest of all when the version cannot be compared.
 */
export function nearestOf<T extends Versioned>(wanted: string, held: T[]): T | null {
  const [base] = listTerms(wanted);
  const releases = held.filter(({ version }) => version !== null && stabilityOrder(version) === RELEASE);
  if (!base || releases.length === 0) return newestOf(held);
  const sorted = releases.toSorted((a, b) => newestFirst(a.version, b.version));
  const isAbove = ({ version }: T) => compareParts(readNumbers(version!)!.parts, base.version.parts) > 0;
  return sorted.find((one) => !isAbove(one)) ?? sorted.at(-1)!;
}

/** Whether somebody asks for the newest version. */
export function meansNewest(wanted: string): boolean {
  return CURRENT.test(withoutCommit(wanted.trim()));
}

/** The first number of a version: 18 of `v18.2.0`; null for a version without numbers. */
export function majorOf(version: string): number | null {
  return readNumbers(version)?.parts[0] ?? null;
}

const CURRENT = /^(?:latest|current|stable|newest|main|master|trunk)$/i;
const RELEASE = 1;
const PRE_RELEASE = 2;

function stabilityOrder(version: string | null): number {
  if (version === null || meansNewest(version)) return 0;
  const numbered = readNumbers(version);
  if (!numbered) return 3;
  return numbered.tag === "" ? RELEASE : PRE_RELEASE;
}

/** A version without its commit: a branch of a repository is held as of a commit, `main@0a1b2c3d4e5f`. */
function withoutCommit(version: string): string {
  return version.replace(/@[0-9a-f]{7,64}$/i, "");
}

/** The numbers of a version; null where the text begins with none. Build numbers (`+5`), `.x`, and words of every release say nothing. */
function readNumbers(text: string): Numbered | null {
  const plain = withoutCommit(text.trim())
    .toLowerCase()
    .replace(/\+[^]*$/, "")
    .replace(/^(?:version|release|ver|v)?[\s.-]*(?=\d)/, "")
    .replace(/(?<!\.[x*])(?:\.[x*])+$/, "");
  const [, digits, rest = ""] = /^(\d+(?:[._-]\d+)*)([^]*)$/.exec(plain) ?? [];
  if (digits === undefined) return null;
  const tag = rest.replace(/^[\s._-]+/, "");
  return {
    parts: digits.split(/[._-]/).map(Number),
    tag: /^(?:lts|ga|final|release|stable|post)\b/.test(tag) ? "" : tag,
  };
}

/** The comparisons of a range, such as `1.x`, `^1.2`, `>= 1 < 2`, which all have to hold; a plain version is one without an operator. */
function listTerms(range: string): { operator: Operator; version: Numbered }[] {
  const joined = range.trim().replace(/([<>=^~])\s+/g, "$1");
  const written = /[<>=^~]/.test(joined) ? joined.split(/[\s,]+/) : [joined];
  return written.flatMap((term) => {
    const [, operator = "", text = ""] = /^([<>]=?|[=^~]?)=?(.*)$/.exec(term) ?? [];
    const version = readNumbers(text);
    return version ? [{ operator: (operator === "=" ? "" : operator) as Operator, version }] : [];
  });
}

function fits(
  { operator, version: base }: { operator: Operator; version: Numbered },
  held: Numbered,
): boolean {
  if (held.tag !== "" && base.tag === "" && (operator !== "" || base.parts.length >= held.parts.length))
    return false;
  const order = compareParts(held.parts, base.parts) || compareTags(held.tag, base.tag);
  const isOfLine = isPrefix(base.parts, held.parts);
  switch (operator) {
    case "":
      return order === 0 || (base.tag === "" && isOfLine);
    case "^":
      return isWithin(base.parts.findIndex((part) => part > 0) + 1, base, held, order);
    case "~":
      return isWithin(Math.min(2, base.parts.length), base, held, order);
    case ">":
      return order > 0 && !isOfLine;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0 || isOfLine;
  }
}

/** Whether a version is not older than the base, with the same first parts. The whole line (`18` for `^18.2.0`) is within too. */
function isWithin(sameParts: number, base: Numbered, held: Numbered, order: number): boolean {
  const line = base.parts.slice(0, Math.max(1, sameParts));
  return isPrefix(line, held.parts) && (order >= 0 || isPrefix(held.parts, base.parts));
}

function isPrefix(short: number[], long: number[]): boolean {
  return short.length <= long.length && short.every((part, i) => part === long[i]);
}

function compareParts(a: number[], b: number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares tags. No tag is the release itself; `rc.10` is behind `rc.9`, and letters go by the alphabet, as alpha, beta and rc do. */
function compareTags(a: string, b: string): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  return a.localeCompare(b, "en", { numeric: true });
}
