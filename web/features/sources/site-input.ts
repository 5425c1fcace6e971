/** The fields of the form that `startIndexJobCallable` takes. */
export type SiteInput = {
  url: string;
  displayName?: string;
  maxPages?: number;
  include?: string[];
  exclude?: string[];
  headers?: Record<string, string>;
};

/** The form as it was typed. */
export type SiteForm = Record<"url" | "displayName" | "maxPages" | "include" | "exclude" | "headers", string>;

export const EMPTY_FORM: SiteForm = {
  url: "",
  displayName: "",
  maxPages: "",
  include: "",
  exclude: "",
  headers: "",
};

export type SiteProblems = Partial<Record<keyof SiteForm, string>>;

/** The input of a form, or its errors by field. Empty fields are not sent. */
export function readSiteForm(
  form: SiteForm,
): { input: SiteInput; problems: null } | { problems: SiteProblems } {
  const problems: SiteProblems = {};
  const url = form.url.trim();
  if (url === "") problems.url = "Enter the address where the documentation begins";
  else if (/\s/.test(url)) problems.url = "An address has no spaces";
  const displayName = form.displayName.trim();
  const typed = form.maxPages.replace(/[\s,]/g, "");
  const maxPages = Number(typed);
  if (typed !== "" && (!Number.isInteger(maxPages) || maxPages < 1))
    problems.maxPages = "Enter a whole number, or nothing";
  const headers = readHeaders(form.headers);
  if (headers === null) problems.headers = "Write each as Name: value, one a line";
  if (Object.keys(problems).length > 0) return { problems };
  const include = readPatterns(form.include);
  const exclude = readPatterns(form.exclude);
  return {
    input: {
      url,
      ...(displayName && { displayName }),
      ...(typed !== "" && { maxPages }),
      ...(include.length > 0 && { include }),
      ...(exclude.length > 0 && { exclude }),
      ...(headers && Object.keys(headers).length > 0 && { headers }),
    },
    problems: null,
  };
}

/** Headers from lines of `Name: value`; null when a line is something else. */
function readHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [, name, value] = /^\s*([^\s:]+)\s*:\s*(\S.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    headers[name] = value;
  }
  return headers;
}

/** Patterns from a text, one a line, or with commas between. */
function readPatterns(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((pattern) => pattern.trim())
    .filter(Boolean);
}
