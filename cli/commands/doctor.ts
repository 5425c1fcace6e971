import { CliError } from "../cli-error.ts";
import { printJson } from "../command.ts";
import type { Command, Outside } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { askServer, reasonOf, VERSION } from "../server/ask-server.ts";
import { listTools } from "../server/list-tools.ts";
import { proxyOf } from "../server/fetch-through-proxy.ts";
import { readSettings, URL_VARIABLE } from "../settings.ts";
import type { Settings } from "../settings.ts";

/** The oldest Node that the package promises to run on (package/package.json). */
const OLDEST_NODE = [20, 18, 1];
/** A clock that is further off than this limit breaks certificates and logins. */
const MAX_SKEW_MS = 300_000;

type Check = {
  name: string;
  state: "ok" | "warning" | "failed";
  /** The finding, in words. */
  detail: string;
  /** The advice; null when there is nothing to do. */
  fix: string | null;
};

export const doctorCommand: Command = {
  name: "doctor",
  summary: "Check the key, address, clock, proxy, and versions, and say how to fix each",
  args: [],
  options: {},
  notes: "Costs no credits. Exits with 1 when a check fails.",
  async run(given) {
    const { outside } = given;
    const checks = await examine(outside);
    if (given.isOn("json")) printJson(outside, { checks });
    else
      for (const { name, state, detail, fix } of checks)
        outside.output.write(
          `${state.padEnd(7)}  ${name}: ${detail}\n${fix ? `         Fix: ${fix}\n` : ""}`,
        );
    return checks.some(({ state }) => state === "failed") ? EXIT.no : EXIT.done;
  },
};

/** Each check needs the one before it: the first failure ends the list. */
async function examine(outside: Outside): Promise<Check[]> {
  const checks = [nodeCheck(process.versions.node), proxyCheck(outside.env)];
  if (checks.some(({ state }) => state === "failed")) return checks;
  let settings: Settings;
  try {
    settings = readSettings(outside.env);
  } catch (error) {
    return [...checks, failed("Address", wordsOf(error), `export ${URL_VARIABLE}=https://docs.example.com`)];
  }
  checks.push(addressCheck(settings));
  const health = await healthOf(settings);
  checks.push(health.check);
  if (!health.response) return checks;
  checks.push(clockCheck(health.response.headers.get("date")));
  const key = keyCheck(settings);
  checks.push(key);
  if (key.state !== "failed") checks.push(...(await toolChecks(settings)));
  return checks;
}

function nodeCheck(version: string): Check {
  const parts = version.split(".").map(Number);
  const difference = OLDEST_NODE.map((needed, i) => (parts[i] ?? 0) - needed).find((d) => d !== 0) ?? 0;
  return difference >= 0
    ? ok("Node", `version ${version}`)
    : failed("Node", `version ${version} is too old`, `install Node ${OLDEST_NODE.join(".")} or later`);
}

function proxyCheck(env: Outside["env"]): Check {
  const proxy = proxyOf(env);
  if (proxy === null) return ok("Proxy", "none set");
  // A proxy's address may hold a password.
  return URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol)
    ? ok("Proxy", `requests go through ${new URL(proxy).host}`)
    : failed(
        "Proxy",
        "HTTPS_PROXY or HTTP_PROXY isn't an http address",
        "set it to an address such as http://proxy.example.com:3128, or unset it",
      );
}

function addressCheck({ origin }: Settings): Check {
  const { protocol, hostname } = new URL(origin);
  const isPrivate = protocol === "https:" || /^(localhost|127\.|\[::1\])/.test(hostname);
  return isPrivate
    ? ok("Address", origin)
    : {
        name: "Address",
        state: "warning",
        detail: `${origin} isn't encrypted, so your key can be read on the way`,
        fix: `use https in ${URL_VARIABLE}`,
      };
}

async function healthOf(settings: Settings): Promise<{ check: Check; response: Response | null }> {
  try {
    const response = await askServer({ ...settings, credential: null }, "/api/health");
    const body = (await response.json().catch(() => null)) as { status?: unknown } | null;
    if (response.ok && body?.status === "ok") return { check: ok("Server", "answers"), response };
    const detail = `${settings.origin} answers ${response.status}, and not as a Docenda server does`;
    return {
      check: failed("Server", detail, `check ${URL_VARIABLE}; a proxy's sign-in page answers like this too`),
      response: null,
    };
  } catch (error) {
    const cause = error instanceof CliError ? error.cause : error;
    return { check: failed("Server", wordsOf(error), fixOf(reasonOf(cause))), response: null };
  }
}

/** The advice for a network error, by the system's or the TLS library's name for the error. */
function fixOf(reason: string): string {
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(reason))
    return "your network replaces certificates: set NODE_EXTRA_CA_CERTS to the file of your company's certificate, and check this machine's clock";
  if (/ENOTFOUND|EAI_AGAIN/.test(reason))
    return `the host has no address: check the spelling in ${URL_VARIABLE}, and your network`;
  if (reason === "ECONNREFUSED") return "nothing listens there: check the port and, if one is set, the proxy";
  return "check your network; behind a company's proxy, set HTTPS_PROXY";
}

function clockCheck(date: string | null): Check {
  const skewMs = date === null ? 0 : Date.now() - Date.parse(date);
  return Math.abs(skewMs) <= MAX_SKEW_MS
    ? ok("Clock", "agrees with the server's")
    : failed(
        "Clock",
        `${Math.round(Math.abs(skewMs) / 60_000)} minutes ${skewMs > 0 ? "ahead of" : "behind"} the server's`,
        "set this machine's clock",
      );
}

function keyCheck({ origin, credential }: Settings): Check {
  if (credential === null)
    return failed(
      "Key",
      "no API key and no login",
      `set DOCENDA_API_KEY to a key from ${origin}/keys, or run \`docenda login\``,
    );
  if (credential.kind === "token") return ok("Key", "none set; the login of this machine is used");
  return /^doc_[0-9A-Za-z]{38}$/.test(credential.key)
    ? ok("Key", "has the form of a key")
    : failed(
        "Key",
        "DOCENDA_API_KEY isn't a whole key: keys begin with doc_ and have 42 characters",
        `copy it again from ${origin}/keys`,
      );
}

async function toolChecks(settings: Settings): Promise<Check[]> {
  try {
    const { tools, serverVersion } = await listTools(settings);
    return [ok("Access", `the server lists ${tools.join(" and ")}`), versionCheck(serverVersion)];
  } catch (error) {
    const isRefused = error instanceof CliError && error.exit === EXIT.credentials;
    const fix = isRefused
      ? `create a new key at ${settings.origin}/keys, or run \`docenda login\` again`
      : "try again in a minute";
    return [failed("Access", wordsOf(error), fix)];
  }
}

function versionCheck(serverVersion: string): Check {
  return series(serverVersion) === series(VERSION)
    ? ok("Versions", `command line ${VERSION}, server ${serverVersion}`)
    : {
        name: "Versions",
        state: "warning",
        detail: `command line ${VERSION}, server ${serverVersion}`,
        fix: `npm install --global docenda@${series(serverVersion)}`,
      };
}

/** The series of a version, `1.2` of `1.2.3`: both sides rely on nothing that changes within a series. */
function series(version: string): string {
  return version.split(".").slice(0, 2).join(".");
}

function ok(name: string, detail: string): Check {
  return { name, state: "ok", detail, fix: null };
}

function failed(name: string, detail: string, fix: string): Check {
  return { name, state: "failed", detail, fix };
}

function wordsOf(error: unknown): string {
  return error instanceof CliError ? error.message : "an unexpected error";
}
