const NAMES: Record<string, string> = { password: "Password", github: "GitHub", google: "Google" };

/** A way to sign in as people call it. `method` may come out of the address: nothing is repeated of a method that we do not know. */
export function methodName(method: string | null): string {
  return Object.hasOwn(NAMES, method ?? "") ? NAMES[method ?? ""]! : "This way to sign in";
}
