import { plainWords } from "../sections.ts";
import { squeeze, titleParts } from "./choose-title.ts";

const MIN_LENGTH = 2;
const MAX_LENGTH = 150;

/** Test of whether a line of a page is the name that the page's `<title>` gives it. */
export class TitleTest {
  readonly #names = new Set<string>();
  readonly #whole: string;

  constructor(pageTitle: string | null) {
    this.#whole = squeeze(pageTitle ?? "");
    // The site's name may stand before a colon: "GLFW: Context reference". Words behind the page's name are no name of the page.
    const colon = pageTitle?.indexOf(": ") ?? -1;
    const behindColon = pageTitle && colon >= 0 ? pageTitle.slice(colon + 2) : "";
    for (const name of [titleParts(pageTitle)[0] ?? "", behindColon, pageTitle ?? ""]) {
      const squeezed = squeeze(name);
      if (squeezed.length >= MIN_LENGTH) this.#names.add(squeezed);
    }
  }

  agrees(line: string): boolean {
    return line.length <= MAX_LENGTH && this.#names.size > 0 && this.#names.has(squeeze(plainWords(line)));
  }

  /** Whether the title of the page has these words in it; null for a page without a title. */
  isOf(text: string): boolean | null {
    return this.#whole === "" ? null : this.#whole.includes(squeeze(plainWords(text)));
  }
}
