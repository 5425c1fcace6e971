/** A page as the build renders it: the markup inside `head`, and the markup inside the root, if any. */
export type RenderedPage = { path: string; head: string; html: string };
