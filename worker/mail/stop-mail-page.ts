import { PRODUCT } from "#schema/values.ts";
import type { StoppableMail } from "#schema/values.ts";

/** Policy of the page: nothing runs, nothing is loaded, and its form goes to our own origin. */
export const STOP_MAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

type StopPageState = "asks" | "stopped" | "unknown";

const TEXTS: Record<StoppableMail, Record<"asks" | "stopped", { title: string; text: string }>> = {
  reminders: {
    asks: {
      title: "Stop reminders",
      text: "We'll no longer remind this email address of team invitations. New invitations will still arrive.",
    },
    stopped: {
      title: "Reminders stopped",
      text: "We won't remind this email address of team invitations again. New invitations will still arrive.",
    },
  },
  savings: {
    asks: {
      title: "Stop savings emails",
      text: "We'll no longer send monthly savings to this email address. Emails about your account will still arrive.",
    },
    stopped: {
      title: "Savings emails stopped",
      text: "We won't send monthly savings to this email address again. You can turn them on in your account.",
    },
  },
};

const UNKNOWN = {
  title: "This link doesn't work",
  text: "Part of it may be missing. Open the link in the email again, or copy all of it.",
};

/** The page behind a mail's link, without scripts: it `asks` before anything changes, then says how it ended. */
export function stopMailPage(kind: StoppableMail, state: StopPageState): string {
  const { title, text } = state === "unknown" ? UNKNOWN : TEXTS[kind][state];
  const form = state === "asks" ? `<form method="post"><button>${title}</button></form>` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${PRODUCT} - ${title}</title>
<style>
body{margin:15vh auto;max-width:28rem;padding:0 16px;font:16px/1.55 ui-sans-serif,system-ui,sans-serif;color-scheme:light dark}
button{min-height:44px;padding:0 20px;font:inherit}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${form}
</main>
</body>
</html>
`;
}
