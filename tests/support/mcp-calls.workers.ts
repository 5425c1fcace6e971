import { ANSWER_META } from "#worker/mcp/tool-result.ts";
import type { McpReply } from "./mcp.workers.ts";

export const SEARCH = "docenda_search_documentation";
export const READ = "docenda_read_url";

/** What a program reads of an answer: passages, session and receipt. */
export function factsOf(result: McpReply["result"]): any {
  return result._meta[ANSWER_META];
}

/** One line for each passage of an answer. Passages of a page share its URL where headings have no anchors, and differ in size. */
export function passagesOf({ result }: McpReply): string[] {
  return factsOf(result).passages.map(
    ({ url, tokens }: { url: string; tokens: number }) => `${url} ${tokens}`,
  );
}

/** The lines of prose that an answer has. */
export function linesOf({ result }: McpReply): string[] {
  const lines: string[] = result.content[0].text.split("\n");
  return lines.filter((line) => /^[A-Z`-].{40,}/.test(line) && !line.startsWith("Quoted"));
}

/** Text with what is random in it replaced, and the tokens, which differ with that. */
export function steady(text: string): string {
  return text
    .replaceAll(/doc-\w{6}\b/g, "doc-BOUNDARY")
    .replaceAll(/\bs_\d{12}\b/g, "s_HANDLE")
    .replaceAll(/"tokensSent": \d+/g, '"tokensSent": TOKENS');
}
