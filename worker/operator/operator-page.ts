import { PRODUCT } from "#schema/values.ts";
import type { BillingDifference } from "#worker/billing/list-differences.ts";
import { escapeHtml } from "#worker/mail/layout.ts";

/** Policy of the page: nothing runs and nothing is loaded. */
export const OPERATOR_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The operator's page: where Stripe and our books differ. It shows them and changes nothing. */
export function operatorPage(differences: readonly BillingDifference[]): string {
  const open = differences.filter(({ resolvedAt }) => resolvedAt === null);
  const resolved = differences.filter(({ resolvedAt }) => resolvedAt !== null);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${PRODUCT} - Billing differences</title>
<style>
body{margin:2rem auto;max-width:72rem;padding:0 16px;font:16px/1.55 ui-sans-serif,system-ui,sans-serif;color-scheme:light dark}
div{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:8px 16px 8px 0;border-bottom:1px solid #8886;text-align:left;vertical-align:top}
</style>
</head>
<body>
<main>
<h1>Billing differences</h1>
<p>We compare every customer with Stripe once a day; <code>npm run reconcile</code> does it now. A difference stays open until a comparison no longer finds it.</p>
<h2>Open</h2>
${open.length > 0 ? table("Open differences", open) : "<p>No open differences.</p>"}
<h2>Resolved in the last 30 days</h2>
${resolved.length > 0 ? table("Resolved differences", resolved) : "<p>None.</p>"}
</main>
</body>
</html>
`;
}

function table(label: string, differences: readonly BillingDifference[]): string {
  const rows = differences.map(
    ({ foundAt, resolvedAt, ownerKind, ownerId, ownerName, details, atStripe, here }) =>
      `<tr><td>${time(foundAt)}</td><td>${escapeHtml(ownerName ?? "Deleted account")}<br><small>${ownerKind} ${escapeHtml(ownerId)}</small></td><td>${escapeHtml(details)}</td><td>${escapeHtml(atStripe ?? "-")}</td><td>${escapeHtml(here ?? "-")}</td><td>${resolvedAt ? time(resolvedAt) : "Open"}</td></tr>`,
  );
  return `<div role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr><th scope="col">Since</th><th scope="col">Owner</th><th scope="col">Difference</th><th scope="col">At Stripe</th><th scope="col">Here</th><th scope="col">Resolved</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

function time(at: Date): string {
  return `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 16).replace("T", " ")} UTC</time>`;
}
