import { PRODUCT } from "#schema/values.ts";

/** Policy of the page: nothing runs, nothing is loaded, and its form goes to our own origin. */
export const STOP_REMINDERS_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const TEXTS = {
  asks: {
    title: "Stop reminders",
    body: `<p>We'll no longer remind this email address of team invitations. New invitations will still arrive.</p>
<form method="post"><button>Stop reminders</button></form>`,
  },
  stopped: {
    title: "Reminders stopped",
    body: "<p>We won't remind this email address of team invitations again. New invitations will still arrive.</p>",
  },
  unknown: {
    title: "This link doesn't work",
    body: "<p>Part of it may be missing. Open the link in the email again, or copy all of it.</p>",
  },
};

/** The page behind a reminder's link, without scripts: it `asks` before anything changes, then says how it ended. */
export function stopRemindersPage(state: keyof typeof TEXTS): string {
  const { title, body } = TEXTS[state];
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
${body}
</main>
</body>
</html>
`;
}
