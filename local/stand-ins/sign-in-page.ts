/**
 * The emulator's page for choosing who signs in, with our people alone (it has some of its own), and with a way to say no, as the
 * real ones have.
 */
export function signInPage(html: string, url: string, logins: string[]): string {
  const query = new URL(url).searchParams;
  const back = new URL(query.get("redirect_uri") ?? url);
  back.searchParams.set("error", "access_denied");
  back.searchParams.set("state", query.get("state") ?? "");
  const cancel = `<p style="text-align:center"><a href="${escaped(back.href)}">Cancel</a></p>`;
  return html
    .replace(/<form class="user-form"[\s\S]*?<\/form>/g, (form) =>
      logins.some((login) => form.includes(` value="${login}"`)) ? form : "",
    )
    .replace("</body>", `${cancel}</body>`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
