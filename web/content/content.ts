export type ContentKind = "doc" | "article" | "use-case" | "page";

export type Heading = { id: string; text: string; level: 2 | 3 };

/** A video that is fetched from its host when somebody presses play, and not before. `id` is null while there is none. */
export type Video = { id: string | null; title: string; footer?: string };

/** What is known of a text without its words; small enough for every page to have all of them. */
export type ContentMeta = {
  path: string;
  kind: ContentKind;
  /** The text's own heading. */
  heading: string;
  description: string;
  /** Where a page of the documentation stands in its navigation. */
  section: string | null;
  /** ISO dates of an article. */
  publishedOn: string | null;
  updatedOn: string | null;
  /** Minutes that reading it takes, at 220 words each. */
  minutes: number;
  video: Video | null;
  /** Address of the picture for links to this page, on this site. */
  imagePath: string;
};

export type Content = ContentMeta & {
  /** The file in the repository that holds the words; null where they are made of data. */
  sourcePath: string | null;
  /** Sanitised, with anchors and coloured code; without the heading. */
  html: string;
  headings: Heading[];
};
