/** Names of languages for a fence, by the ending of a file's name. An ending that is not listed is the language's name itself. */
const LANGUAGES: Record<string, string> = {
  py: "python",
  pyi: "python",
  js: "js",
  mjs: "js",
  cjs: "js",
  ts: "ts",
  mts: "ts",
  cts: "ts",
  rs: "rust",
  rb: "ruby",
  kt: "kotlin",
  kts: "kotlin",
  cs: "csharp",
  fs: "fsharp",
  sh: "bash",
  bash: "bash",
  zsh: "bash",
  bat: "bat",
  yml: "yaml",
  htm: "html",
  h: "c",
  hpp: "cpp",
  cc: "cpp",
  cxx: "cpp",
  hs: "haskell",
  ex: "elixir",
  exs: "elixir",
  erl: "erlang",
  clj: "clojure",
  jl: "julia",
  pl: "perl",
  ps1: "powershell",
  md: "md",
  mdx: "mdx",
  tcss: "css",
  purs: "purescript",
  gradle: "groovy",
  tf: "hcl",
  proto: "protobuf",
  adoc: "asciidoc",
  rst: "rst",
  txt: "",
  out: "",
  log: "",
  conf: "",
  cfg: "ini",
};
/** Files that are prose: an include of them is a part of the page. */
const PROSE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|asc|inc)$/i;
/** Files without text: pictures, archives and the like, and HTML of a theme. */
const NO_TEXT = /\.(?:png|jpe?g|gif|webp|svg|ico|pdf|zip|gz|mp4|webm|woff2?|ttf|astro\.html)$/i;

export function languageOf(path: string): string {
  const ending = /\.([\w+-]{1,20})$/.exec(path)?.[1]?.toLowerCase();
  if (ending === undefined) return /(?:^|\/)Dockerfile[\w.-]*$/.test(path) ? "dockerfile" : "";
  return LANGUAGES[ending] ?? ending;
}

export function isProse(path: string): boolean {
  return PROSE.test(path);
}

export function isNoText(path: string): boolean {
  return NO_TEXT.test(path);
}
