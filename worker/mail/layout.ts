import { PRODUCT } from "#schema/values.ts";

/** A mail as it is sent: both forms say the same. */
export type RenderedMail = { subject: string; text: string; html: string; headers?: Record<string, string> };

/** The parts of a mail, all of them plain text. */
export type MailParts = {
  subject: string;
  /** Text that a mail box shows beside the subject. */
  preheader: string;
  title: string;
  paragraphs: string[];
  /** The one action to offer. */
  button?: { label: string; link: string };
  /** Small text at the end: why the mail came and what to do when it should not have. */
  footnote: string;
  /** Link below the footnote that ends this kind of mail; one request to its address is enough (RFC 8058). */
  stop?: { label: string; link: string };
};

/** The light tokens of the web's design (`web/styles/tokens.css`); a mail has no style sheet to take them from. */
const COLOR = {
  background: "#FBFAF7",
  surface: "#FFFFFF",
  border: "#DEDACF",
  text: "#1C1B18",
  muted: "#57534A",
  accent: "#0F5C4A",
  onAccent: "#FFFFFF",
};
const FONT = "'Instrument Sans',ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** The one look of all mails: a card with a title, text and at most one button. No images, no scripts, light only. */
export function renderMail(parts: MailParts): RenderedMail {
  const mail = { subject: parts.subject, text: textOf(parts), html: htmlOf(parts) };
  return parts.stop ? { ...mail, headers: stopHeaders(parts.stop.link) } : mail;
}

/** Headers by which a mail box shows an unsubscribe button of its own and posts to the link (RFC 8058, section 3.1). */
function stopHeaders(link: string): Record<string, string> {
  return { "List-Unsubscribe": `<${link}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function textOf({ title, paragraphs, button, footnote, stop }: MailParts): string {
  const blocks = [title, ...paragraphs];
  if (button) blocks.push(`${button.label}:\n${button.link}`);
  blocks.push("--", footnote);
  if (stop) blocks.push(`${stop.label}:\n${stop.link}`);
  return `${[...blocks, PRODUCT].join("\n\n")}\n`;
}

function htmlOf({ subject, preheader, title, paragraphs, button, footnote, stop }: MailParts): string {
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${escapeHtml(text)}</p>`;
  const small = `font-size:13px;line-height:1.5;color:${COLOR.muted}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${COLOR.background};color:${COLOR.text};font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preheader)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${COLOR.background}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 16px;font-size:15px;font-weight:600;color:${COLOR.accent}">${PRODUCT}</td></tr>
<tr><td style="padding:32px;background:${COLOR.surface};border:1px solid ${COLOR.border};border-radius:8px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.2;font-weight:600;letter-spacing:-.015em">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join("\n")}
${button ? buttonHtml(button) : ""}
</td></tr>
<tr><td style="padding:16px 0 0;${small}">${escapeHtml(footnote)}${stop ? ` <a href="${escapeHtml(stop.link)}" style="color:${COLOR.accent}">${escapeHtml(stop.label)}</a>` : ""}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The link stands below the button too, for mail boxes that show no buttons and people who look where it leads. */
function buttonHtml({ label, link }: { label: string; link: string }): string {
  const href = escapeHtml(link);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${COLOR.accent};color:${COLOR.onAccent};font-size:15px;font-weight:500;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:1.5;color:${COLOR.muted}">Or open this address: <a href="${href}" style="color:${COLOR.accent};word-break:break-all">${href}</a></p>`;
}

/** Escapes text for HTML, also within a quoted attribute. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (char) => entities[char]!);
}
