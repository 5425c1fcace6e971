/**
 * The links of a llms.txt (llmstxt.org): markdown links of its lists, in order, absolute and each once. Null when the text
 * is no llms.txt, such as a page of HTML that answers for everything.
 */
export function readLlmsTxt(text: string, url: string): string[] | null {
  if (/^\s*<(?:!doctype|html|head|body)/i.test(text)) return null;
  const links = new Set<string>();
  for (const [, target] of text.matchAll(/\]\(\s*<?([^\s)<>]+)/g)) {
    const absolute = URL.parse(target ?? "", url);
    if (absolute?.protocol === "http:" || absolute?.protocol === "https:") links.add(absolute.href);
  }
  return links.size > 0 ? [...links] : null;
}
