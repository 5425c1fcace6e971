import { resolveTxt } from "node:dns/promises";

/** Records of the domain that mail comes from, without which other servers refuse that mail or take it for junk. */
const RECORDS = [
  { name: "SPF", at: (domain: string) => domain, is: /^v=spf1 .*include:_spf\.mx\.cloudflare\.net/i },
  { name: "DKIM", at: (domain: string) => `cf2024-1._domainkey.${domain}`, is: /^v=DKIM1;/i },
  { name: "DMARC", at: (domain: string) => `_dmarc.${domain}`, is: /^v=DMARC1;/i },
];

/**
 * The missing records of a sender's domain, each with its place. Asks the machine's own name servers, unless `resolve` is
 * given, and says so when they do not answer.
 */
export async function missingMailRecords(mailFrom: string, resolve = resolveTxt): Promise<string[]> {
  const domain = /@([^>]+)>$/.exec(mailFrom)?.[1] ?? "";
  const answers = await Promise.all(
    RECORDS.map(async ({ name, at, is }) => {
      try {
        const records = await resolve(at(domain));
        return records.some((parts) => is.test(parts.join("")))
          ? null
          : `${name}: no such TXT record at ${at(domain)}`;
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        return code === "ENODATA" || code === "ENOTFOUND"
          ? `${name}: no TXT record at ${at(domain)}`
          : `${name}: could not be looked up at ${at(domain)} (${code ?? String(error)})`;
      }
    }),
  );
  return answers.filter((answer) => answer !== null);
}
