/**
 * The headers of every document and file of the web app. Scripts and styles come from files of this origin alone;
 * `scriptHashes` are the hashes of the scripts inside the document. Frames are allowed for videos, which load when asked for.
 */
export function documentHeaders(scriptHashes: string[]): Record<string, string> {
  const policy = {
    "default-src": "'none'",
    "script-src": ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(" "),
    "style-src": "'self'",
    "img-src": "'self' data: https:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "https://www.youtube-nocookie.com",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    // The app sends every form itself. A form that is sent before the app is there would put a password into an address.
    "form-action": "'none'",
    "frame-ancestors": "'none'",
    "report-to": "csp",
  };
  return {
    "Content-Security-Policy": Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "Reporting-Endpoints": 'csp="/api/csp-reports"',
    // The window that was opened for signing in must be able to tell this one the outcome.
    "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "no-referrer",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
}
