import { signInErrorMessage } from "#schema/sign-in-errors.ts";

/**
 * Script that tells the page that opened the popup how the sign-in ended. A broadcast reaches that page also when the provider's pages
 * have cut the popup off from its opener.
 */
const SCRIPT = `
const { error, provider, cont } = document.body.dataset;
const message = { type: "docenda-sign-in", error: error || null, provider: provider || null };
new BroadcastChannel("docenda-sign-in").postMessage(message);
window.close();
setTimeout(() => { if (!error) location.replace(cont); }, 300);
`;

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:28rem;padding:0 1rem;color-scheme:light dark}`;

/**
 * The page at which a sign-in at a provider ends: it tells the opener and closes itself, and where the page cannot be closed goes on to
 * `cont`. With an error the page stays, says what happened in the catalog's words, and leads back.
 */
export async function donePage(query: {
  error: string | null;
  provider: string | null;
  /** Path of our own, checked already. */
  cont: string;
}): Promise<{ html: string; contentSecurityPolicy: string }> {
  const { error, provider, cont } = query;
  const words = error
    ? `<h1>Sign-in did not work</h1><p role="alert">${escaped(signInErrorMessage(error, provider ?? undefined))}</p><p><a href="/login">Back to sign in</a></p>`
    : `<h1>You are signed in</h1><p>You can close this window, or <a href="${escaped(cont)}">go on</a>.</p>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docenda - Sign in</title><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><style>${STYLE}</style></head><body data-error="${escaped(error ?? "")}" data-provider="${escaped(provider ?? "")}" data-cont="${escaped(cont)}">${words}<script>${SCRIPT}</script></body></html>`;
  const [script, style] = await Promise.all([hashOf(SCRIPT), hashOf(STYLE)]);
  return {
    html,
    contentSecurityPolicy: `default-src 'none'; script-src '${script}'; style-src '${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
