import { PRODUCT } from "#schema/values.ts";
import type { ListedLocalMail, LocalMail } from "#worker/platform/local-mail.ts";
import { escapeHtml } from "./layout.ts";

/** Policy of the mail box pages: nothing runs and nothing is loaded; a mail inside its frame keeps its inline styles. */
export const MAIL_BOX_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** The list of mails that were sent. */
export function mailListPage(mails: ListedLocalMail[], to: string | undefined): string {
  const rows = mails.map(
    (mail) => `<tr><td>${time(mail.sentAt)}</td><td>${escapeHtml(mail.to)}</td>
<td><a href="/__mail/${encodeURIComponent(mail.name)}">${escapeHtml(mail.subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
  return page(
    "Mail box",
    `<h1>Mail box</h1>
<p>Mail that this copy of ${PRODUCT} would have sent, newest first. Production doesn't have this page.</p>
<form><label>To <input name="to" type="search" value="${escapeHtml(to ?? "")}"></label> <button>Show</button></form>
${mails.length > 0 ? table : "<p>No mail yet.</p>"}`,
  );
}

/** One mail, in both forms. Its HTML is in a frame without scripts, whose links open in a tab of their own. */
export function mailPage(mail: LocalMail): string {
  const framed = `<base target="_blank">${mail.html}`;
  return page(
    mail.subject,
    `<p><a href="/__mail">Mail box</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${time(mail.sentAt)}</dd></dl>
<h2>HTML</h2>
<iframe title="HTML of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>
<h2>Text</h2>
<pre>${withLinks(mail.text)}</pre>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>
body{margin:32px auto;max-width:960px;padding:0 16px;background:#FBFAF7;color:#1C1B18;font:16px/1.55 ui-sans-serif,system-ui,sans-serif}
a{color:#0F5C4A}
table{width:100%;border-collapse:collapse}
th,td{padding:8px;border-bottom:1px solid #DEDACF;text-align:left}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}
dt{color:#57534A}
dd{margin:0}
iframe{width:100%;height:560px;border:1px solid #8B8678;border-radius:8px;background:#fff}
pre{padding:16px;border:1px solid #8B8678;border-radius:8px;background:#fff;white-space:pre-wrap;overflow-wrap:anywhere}
</style>
</head>
<body>
${body}
</body>
</html>
`;
}

function time(at: Date): string {
  const iso = at.toISOString();
  return `<time datetime="${iso}">${iso.replace("T", " ").slice(0, 19)} UTC</time>`;
}

function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
