import type { OutcomeWords } from "./outcome-words.ts";

/**
 * Families of pages that generators add to documentation and that nobody asks for: highlighted source code, lists of who uses a class,
 * lists of inherited members, and second copies of pages as plain text or for a printer. Names are matched as the generators make them, so
 * that a page of prose called `team-members` or `open-source` stays.
 */
const FAMILIES: { what: string; isOne: RegExp; keep: string }[] = [
  { what: "the raw text of another page", isOne: /(?:^|\/)_sources\//, keep: "!**/_sources/**" },
  { what: "the raw text of another page", isOne: /[?&]plain=1(?:&|$)/, keep: "!**" },
  {
    what: "the printer version of other pages",
    isOne:
      /(?:^|\/)(?:_print(?:\/|$)|print\.html$)|[?&](?:print|printable|printview)=(?:1|y|yes|true)(?:&|$)/,
    keep: "!**",
  },
  { what: "source code (Sphinx)", isOne: /(?:^|\/)_modules\//, keep: "!**/_modules/**" },
  { what: "source code (Javadoc)", isOne: /(?:^|\/)src-html\//, keep: "!**/src-html/**" },
  // The end is matched first: a path may have as many folders called `src` as it has room for.
  { what: "source code (rustdoc)", isOne: /\.rs\.html$(?<=(?:^|\/)src\/.*)/, keep: "!**/*.rs.html" },
  { what: "source code (Doxygen)", isOne: /_8[a-z]+_source\.html$/i, keep: "!**/*_source.html" },
  { what: "source code (JSDoc)", isOne: /\.(?:[cm]?[jt]s|[jt]sx)\.html$/, keep: "!**/*.js.html" },
  {
    what: "a list of the uses of a class or package (Javadoc)",
    isOne: /(?:^|\/)(?:class-use\/|package-use\.html$)/,
    keep: "!**/class-use/**",
  },
  {
    what: "a list of inherited members",
    isOne: /(?:^|\/)(?:class|struct|union|interface|q)[\w-]*-members\.html$/,
    keep: "!**/*-members.html",
  },
];

/** The reason why a path below the scope's root, with its query, is left out unless its owner wants it; null for other pages. */
export function whyExcludedByDefault(path: string): OutcomeWords | null {
  const family = FAMILIES.find(({ isOne }) => isOne.test(path));
  if (!family) return null;
  return {
    reason: `Generated pages like this one are left out by default: it is ${family.what}.`,
    fix: `To index such pages, add the exclude pattern "${family.keep}".`,
  };
}
