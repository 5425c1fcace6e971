/** The reason why a PDF is not read. */
export type PdfRefusalReason =
  | "empty"
  | "not-a-pdf"
  | "damaged"
  | "encrypted"
  | "inflates"
  | "nested-filters"
  | "too-many-objects"
  | "tangled"
  | "too-many-pages"
  | "too-much-text"
  | "no-pages";

export type PdfRefusal = { kind: "refused"; reason: PdfRefusalReason; words: string };

/** Words for the owner of the file. */
const WORDS: Record<PdfRefusalReason, string> = {
  empty: "This file is empty. Upload it again.",
  "not-a-pdf": "This isn't a PDF file.",
  damaged:
    "This file is damaged: its structure cannot be read. Open it in a PDF viewer, save it anew, and upload that.",
  encrypted:
    "This file is encrypted. Save a copy without a password and without restrictions, and upload that.",
  inflates:
    "This file unpacks to far more than it holds, which is how harmful files are made. Print it to a new PDF and upload that.",
  "nested-filters":
    "Parts of this file are compressed more than once or in an unknown way. Print it to a new PDF and upload that.",
  "too-many-objects": "This file has more than 500,000 parts. Split it and upload the pieces.",
  tangled: "The parts of this file refer to each other in a circle. Print it to a new PDF and upload that.",
  "too-many-pages": "This file has more pages than one file may have. Split it and upload the pieces.",
  "too-much-text":
    "This file has more than 20 million characters, which is more than one file may have. Split it and upload the pieces.",
  "no-pages": "This file has no pages that can be read.",
};

/** A refusal of a PDF, with `words` of its own where more is known than the reason. */
export function refusal(reason: PdfRefusalReason, words: string = WORDS[reason]): PdfRefusal {
  return { kind: "refused", reason, words };
}
