const NAMES: Record<string, string> = { password: "Password", github: "GitHub", google: "Google" };

/** A way to sign in as people call it. It may come out of the address: of one that we do not know, nothing is repeated. */
export function methodName(method: string | null): string {
  return Object.hasOwn(NAMES, method ?? "") ? NAMES[method ?? ""]! : "This way to sign in";
}
