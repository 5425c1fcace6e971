import { printJson } from "../command.ts";
import type { Command } from "../command.ts";
import { logIn } from "../credentials/log-in.ts";
import { removeTokens, tokenFilePath } from "../credentials/token-file.ts";
import { EXIT } from "../exit-codes.ts";
import { readOrigin, readSettings, URL_VARIABLE } from "../settings.ts";

export const loginCommand: Command = {
  name: "login",
  summary: "Sign in with your browser instead of an API key",
  args: ["[URL]"],
  options: {
    "no-browser": { type: "boolean", help: "Print the address instead of opening a browser" },
  },
  notes:
    "URL is the server, if DOCENDA_URL isn't set. The access is listed on your account page, where you can revoke it.\n" +
    "It covers search and read. DOCENDA_API_KEY, when it is set, is used first.",
  async run(given) {
    const { outside, positionals } = given;
    const env = { ...outside.env, ...(positionals[0] && { [URL_VARIABLE]: readOrigin(positionals[0]) }) };
    const { origin } = readSettings(env);
    await logIn({ env, origin }, outside, { opensBrowser: !given.isOn("no-browser") });
    if (given.isOn("json")) printJson(outside, { origin, file: tokenFilePath(env) });
    else outside.output.write(`Signed in to ${origin}.\n`);
    return EXIT.done;
  },
};

export const logoutCommand: Command = {
  name: "logout",
  summary: "Forget the login on this machine",
  args: [],
  options: {},
  notes: "To end the access for good, revoke it on your account page too.",
  async run(given) {
    const { outside } = given;
    const { origin } = readSettings(outside.env);
    removeTokens(outside.env, origin);
    if (given.isOn("json")) printJson(outside, { origin });
    else outside.output.write(`Signed out of ${origin} on this machine.\n`);
    return EXIT.done;
  },
};
