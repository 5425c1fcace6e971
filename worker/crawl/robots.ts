/** Rules of a robots.txt for us (RFC 9309). */
export type RobotsRules = {
  /** The rule that decides about a URL of the host; null when no rule does, which allows the URL. */
  ruleFor(url: string): RobotsRule | null;
  /** Seconds between two requests that the host asks for (not in the RFC, but widely used). */
  crawlDelaySeconds: number | null;
  sitemaps: string[];
};

export type RobotsRule = { allow: boolean; path: string };

/** Our product token: the group `User-agent: DocendaBot` is for us. */
export const ROBOTS_TOKEN = "DocendaBot";

/** Limit on a robots.txt, the least that must be read (RFC 9309, section 2.5). */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/**
 * Reads a robots.txt. All groups for us count as one group; without any, all `*` groups do. The longest matching rule wins, and an allow
 * wins over a disallow of the same length. A line that is not understood means nothing.
 */
export function parseRobots(text: string): RobotsRules {
  const groups = readGroups(text);
  const token = ROBOTS_TOKEN.toLowerCase();
  const ours = groups.list.filter((group) => group.agents.includes(token));
  const chosen = ours.length > 0 ? ours : groups.list.filter((group) => group.agents.includes("*"));
  const rules = chosen.flatMap((group) => group.rules);
  const delays = chosen.flatMap((group) => group.delays);
  return {
    crawlDelaySeconds: delays.length > 0 ? Math.max(...delays) : null,
    sitemaps: groups.sitemaps,
    ruleFor(url) {
      const { pathname, search } = new URL(url);
      if (pathname === "/robots.txt") return null;
      const path = normalise(pathname + search);
      let best: RobotsRule | null = null;
      for (const rule of rules) {
        const isStronger =
          best === null ||
          rule.path.length > best.path.length ||
          (rule.path.length === best.path.length && rule.allow && !best.allow);
        if (isStronger && matches(rule.path, path)) best = rule;
      }
      return best;
    },
  };
}

type Group = { agents: string[]; rules: RobotsRule[]; delays: number[] };

function readGroups(text: string): { list: Group[]; sitemaps: string[] } {
  const list: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | null = null;
  for (const { key, value } of readLines(text)) {
    if (key === "sitemap") sitemaps.push(value);
    else if (key === "user-agent") {
      // Agents in a row share a group; an agent after rules begins the next one.
      if (!group || group.rules.length > 0 || group.delays.length > 0 || group.agents.length === 0) {
        group = { agents: [], rules: [], delays: [] };
        list.push(group);
      }
      group.agents.push(agentToken(value));
    } else if (group && (key === "allow" || key === "disallow")) {
      group.rules.push({ allow: key === "allow", path: normalise(value) });
    } else if (group && key === "crawl-delay") {
      const seconds = Number(value);
      if (value !== "" && seconds >= 0) group.delays.push(seconds);
    }
  }
  // "Disallow:" with nothing closes a row of agents like any rule, but forbids nothing.
  for (const { rules } of list) rules.splice(0, rules.length, ...rules.filter((rule) => rule.path !== ""));
  return { list, sitemaps };
}

function readLines(text: string): { key: string; value: string }[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      const [, key, value] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
      return key === undefined || value === undefined
        ? []
        : [{ key: key.toLowerCase(), value: value.trim() }];
    });
}

/** A token is letters, `-` and `_`; the rest of the name, such as a version, is not compared. */
function agentToken(value: string): string {
  return value.startsWith("*") ? "*" : (/^[a-z_-]+/i.exec(value)?.[0] ?? "").toLowerCase();
}

/** One spelling for rule and URL: non-ASCII and unsafe characters escaped, unreserved ones not, hex in capitals. */
function normalise(path: string): string {
  return path
    .replace(/[^\x21-\x7e]|["<>^`{|}\\]/gu, (character) =>
      encodeURIComponent(character.isWellFormed() ? character : "\uFFFD"),
    )
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[a-z0-9\-._~]/i.test(character) ? character : escape.toUpperCase();
    });
}

/** True when a rule matches from the start: `*` is any sequence, `$` at the end is the end. Without backtracking traps. */
function matches(rule: string, path: string): boolean {
  const isWhole = rule.endsWith("$");
  const parts = (isWhole ? rule.slice(0, -1) : rule).split("*");
  const first = parts[0] ?? "";
  if (!path.startsWith(first)) return false;
  if (parts.length === 1) return !isWhole || path.length === first.length;
  let at = first.length;
  const last = parts.at(-1) ?? "";
  for (const part of parts.slice(1, -1)) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (isWhole) return path.length - last.length >= at && path.endsWith(last);
  return path.includes(last, at);
}
