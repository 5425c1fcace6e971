/** A page as the build renders it: what stands in `head`, and what stands in the root, if anything. */
export type RenderedPage = { path: string; head: string; html: string };
