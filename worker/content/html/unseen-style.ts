/**
 * Elements of running text. Boxes that are not displayed are tabs and folds that a click opens; a box without a font size holds
 * boxes that have one.
 */
const RUNNING_TEXT = new Set([
  "a",
  "b",
  "em",
  "font",
  "i",
  "mark",
  "p",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
]);
const OFF_THE_SCREEN =
  /(?:left|top|text-indent)\s*:\s*-\d{4,6}(?:\.\d{1,3})?(?:px|pt|r?em)|clip\s*:\s*rect\(\s*(?:0(?:px)?[, ]\s*){3}0/;
const NOT_SHOWN =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:\.\d+)?(?:px|pt|r?em|%)?\s*(?:;|!|$))/;
const WHITE = "(?:white|#fff(?:fff)?|rgb\\(\\s*255\\s*,\\s*255\\s*,\\s*255\\s*\\))";
const WHITE_TEXT = new RegExp(`(?:^|[;\\s])color\\s*:\\s*${WHITE}`);
const WHITE_PAPER = new RegExp(`background(?:-color)?\\s*:\\s*${WHITE}`);
const CLEAR_TEXT =
  /(?:^|[;\s])color\s*:\s*(?:transparent|rgba\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*0\s*\))/;

/**
 * Whether an element's own style makes its text invisible, so that the text is no documentation: off the screen, white on white,
 * without colour; running text that is not displayed or has no size. White letters without a paper of their own are those of dark
 * code, clear letters over a picture or gradient are headings, and clear boxes fade in.
 */
export function isUnseen(name: string, style: string): boolean {
  const css = style.toLowerCase();
  if (OFF_THE_SCREEN.test(css)) return true;
  if (RUNNING_TEXT.has(name) && NOT_SHOWN.test(css)) return true;
  return (
    (WHITE_TEXT.test(css) && WHITE_PAPER.test(css)) || (CLEAR_TEXT.test(css) && !css.includes("background"))
  );
}
