/** A parameter of a request: text, a list or an object, as Stripe nests them. */
export type Param = string | Param[] | { [name: string]: Param };
export type Params = { [name: string]: Param };

/** Reads `a=1&items[0][price]=x&metadata[k]=v` into an object. Numbers as names make a list. */
export function readForm(body: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll("]", "").split("[");
    let place = root as Record<string, Param>;
    for (const [index, part] of path.entries()) {
      if (part === "__proto__" || part === "constructor") break;
      const key = part === "" ? String(Object.keys(place).length) : part;
      if (index === path.length - 1) place[key] = value;
      else place = (place[key] ??= {}) as Record<string, Param>;
    }
  }
  return listed(root) as Params;
}

function listed(value: Param): Param {
  if (typeof value === "string" || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, listed(inner)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

export function text(value: Param | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function number(value: Param | undefined): number | null {
  return typeof value === "string" && value !== "" && Number.isFinite(Number(value)) ? Number(value) : null;
}

export function truth(value: Param | undefined): boolean | null {
  return value === "true" ? true : value === "false" ? false : null;
}

export function objects(value: Param | undefined): Params[] {
  return Array.isArray(value) ? value.filter((one): one is Params => typeof one === "object") : [];
}

export function texts(value: Param | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function object(value: Param | undefined): Params {
  return typeof value === "object" && !Array.isArray(value) ? value : {};
}

/** The pairs of `metadata`. */
export function pairs(value: Param | undefined): Record<string, string> {
  const found = Object.entries(object(value)).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return Object.fromEntries(found);
}

/** Metadata after a change: a key stays until it is given again, and a key that is given empty is taken away. */
export function withPairs(before: Record<string, string>, change: Param | undefined): Record<string, string> {
  const all = Object.entries({ ...before, ...pairs(change) });
  return Object.fromEntries(all.filter(([, value]) => value !== ""));
}
