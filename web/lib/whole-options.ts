/** An option such as `--scope` or `-H`: a browser would break a line behind each of its hyphens. */
const OPTION = /(?<=^|\s)--?[A-Za-z][\w-]*/gm;

/** A command in pieces, of which the options are to be shown without a break in them. */
export function wholeOptions(text: string): { text: string; isOption: boolean }[] {
  const pieces: { text: string; isOption: boolean }[] = [];
  let at = 0;
  for (const { 0: option, index } of text.matchAll(OPTION)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isOption: false });
    pieces.push({ text: option, isOption: true });
    at = index + option.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isOption: false });
  return pieces;
}
