/** A browser far away that runs the scripts of a page. It knows no cookie and no header of anybody. */
export type PageRenderer = {
  /** The HTML of a public page after its scripts have run. Throws `unavailable` when it is not to be had now, or too large. */
  render(url: string): Promise<string>;
};
