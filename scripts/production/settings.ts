import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "#local/root.ts";

/** The settings of one deployment, which are not in the repository. The file holds no secret, and git ignores it. */
export const PRODUCTION_FILE = process.env.DOCENDA_PRODUCTION ?? join(ROOT, "production.json");

const ORIGIN_WORDS = "the address that people will open, as in https://docs.example.com, without a path";
const SENDER_WORDS = 'the sender of mail, as in "Docenda <mail@example.com>"';

const EMAIL_WORDS = "the email address that people write to, as in hello@example.com";
const REPOSITORY_WORDS = "the address of the public source code, as in https://github.com/example/docenda";
const BUG_WORDS = "the page where people report a bug, as in https://github.com/example/docenda/issues/new";
const DOCS_WORDS =
  "the page where people ask for documentation that is missing, as in https://example.com/add-docs";

const ORIGIN = z.string(ORIGIN_WORDS).refine(isOrigin, ORIGIN_WORDS);
const SENDER = z
  .string(SENDER_WORDS)
  .regex(/^[^<>\r\n]{1,100} <[^@\s<>]{1,64}@[^@\s<>]{1,253}>$/, SENDER_WORDS);

const PRODUCTION = z.strictObject({
  origin: ORIGIN,
  mailFrom: SENDER,
  /** Links of the footer, which every public page has. */
  contactEmail: z.email(EMAIL_WORDS),
  repositoryUrl: pageUrl(REPOSITORY_WORDS),
  reportBugUrl: pageUrl(BUG_WORDS),
  addDocsUrl: pageUrl(DOCS_WORDS),
  /** Ids that Cloudflare gave to the resources of `npm run provision`, by the binding; absent until then. */
  ids: z.partialRecord(z.enum(["DB", "OAUTH_KV", "FLAGS"]), z.string().min(1)).optional(),
  /** Whether the clock may index the public catalog. Set by `npm run deploy` once its smoke test has passed. */
  isCatalogCrawled: z.boolean().optional(),
  /** People who may open `/operator`, by their verified addresses. */
  operatorEmails: z.array(z.email(EMAIL_WORDS)).max(20).optional(),
  /** Whether checkouts ask Stripe Tax. */
  isTaxed: z.boolean().optional(),
});

/** Variables of the environment that come before the settings of the file. */
export const VARIABLES = {
  origin: "PUBLIC_ORIGIN",
  mailFrom: "MAIL_FROM",
  contactEmail: "VITE_CONTACT_EMAIL",
  repositoryUrl: "VITE_REPOSITORY_URL",
  reportBugUrl: "VITE_REPORT_BUG_URL",
  addDocsUrl: "VITE_ADD_DOCS_URL",
} as const;

/** Variables that Vite puts into the pages: the links of the footer. */
export const LINK_VARIABLES = ["contactEmail", "repositoryUrl", "reportBugUrl", "addDocsUrl"] as const;

export type Production = z.infer<typeof PRODUCTION>;
export type IdBinding = keyof NonNullable<Production["ids"]>;

/**
 * Reads the settings of the deployment from the file; `VARIABLES` of the environment come before it. Throws with what is missing
 * or wrong and how to set it, so that a build or a deployment ends before anything was made.
 */
export function readProduction(environment: Record<string, string | undefined> = process.env): Production {
  const kept: unknown = existsSync(PRODUCTION_FILE) ? parse(readFileSync(PRODUCTION_FILE, "utf8")) : {};
  const given = Object.entries(VARIABLES).flatMap(([setting, variable]) =>
    environment[variable] ? [[setting, environment[variable]]] : [],
  );
  const read = PRODUCTION.safeParse({ ...(kept as object), ...Object.fromEntries(given) });
  if (read.success) return read.data;
  const wrong = read.error.issues.map(({ path, message }) => {
    const name = path.join(".");
    return `  ${(VARIABLES as Record<string, string>)[name] ?? name}: ${message}`;
  });
  throw new Error(
    `A build for production needs to know where it will run and whom people can write to. Run \`npm run provision\`, or set in the environment:\n${wrong.join("\n")}`,
  );
}

/** Keeps the settings; a reader at the same moment sees the old file or the new one. */
export function writeProduction(production: Production): void {
  const draft = `${PRODUCTION_FILE}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(PRODUCTION.parse(production), null, 2)}\n`);
  renameSync(draft, PRODUCTION_FILE);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${PRODUCTION_FILE} is not JSON. Mend it, or delete it and run \`npm run provision\`.`);
  }
}

function pageUrl(words: string) {
  return z
    .string(words)
    .refine((value) => URL.canParse(value) && new URL(value).protocol === "https:", words);
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && value.startsWith("https://");
}
