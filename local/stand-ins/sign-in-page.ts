/**
 * The emulator's page for choosing who signs in, with our people alone (it has some of its own), without its links to elsewhere,
 * so that the first stop of the Tab key is a person, and with a way to say no, as the real ones have.
 */
export function signInPage(html: string, url: string, logins: string[]): string {
  const query = new URL(url).searchParams;
  const back = new URL(query.get("redirect_uri") ?? url);
  back.searchParams.set("error", "access_denied");
  back.searchParams.set("state", query.get("state") ?? "");
  const cancel = `<p style="margin-top:1em;text-align:center"><a style="color:#3f3" href="${escaped(back.href)}">Cancel</a></p>`;
  const people = [...html.matchAll(PERSON)].flatMap(([form]) =>
    logins.some((login) => form.includes(` value="${login}"`)) ? form : [],
  );
  return html
    .replace(/<nav class="emu-bar-links">[\s\S]*?<\/nav>/, "")
    .replace(PERSON, "")
    .replace(/(<div class="card-subtitle">[\s\S]*?<\/div>)/, (subtitle) =>
      [subtitle, ...people, cancel].join("\n"),
    );
}

const PERSON = /<form class="user-form"[\s\S]*?<\/form>/g;

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}
