export type ContentKind = "doc" | "article" | "use-case" | "page";

export type Heading = { id: string; text: string; level: 2 | 3 };

/** A video that is fetched from its host when somebody presses play, and not before. `id` is null while there is no recording. */
export type Video = { id: string | null; title: string; footer?: string };

/** The facts about a text without its words; small enough for every page to have those of all texts. */
export type ContentMeta = {
  path: string;
  kind: ContentKind;
  /** The text's own heading. */
  heading: string;
  description: string;
  /** Section of the navigation in which a page of the documentation stands. */
  section: string | null;
  /** Date of publication of an article, in ISO form. */
  publishedOn: string | null;
  updatedOn: string | null;
  /** Minutes that reading it takes, at 220 words each. */
  minutes: number;
  video: Video | null;
  /** Address of the picture for links to this page, on this site. */
  imagePath: string;
};

export type Content = ContentMeta & {
  /** The file in the repository that holds the words; null where the words are made of data. */
  sourcePath: string | null;
  /** The text as sanitised HTML, with anchors and coloured code; without the heading. */
  html: string;
  headings: Heading[];
};
