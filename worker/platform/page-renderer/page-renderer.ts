/** A remote browser that runs the scripts of a page, without anybody's cookies or headers. */
export type PageRenderer = {
  /** The HTML of a public page after its scripts have run. Throws `unavailable` when rendering fails or the page is too large. */
  render(url: string): Promise<string>;
};
