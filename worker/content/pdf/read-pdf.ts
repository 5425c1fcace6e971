export type PdfText = {
  kind: "text";
  title: string | null;
  language: string | null;
  pages: { number: number; markdown: string }[];
};
export type PdfRefusal = { kind: "refused"; reason: string; words: string };

export async function readPdf(
  bytes: Uint8Array,
  { maxPages }: { maxPages: number },
): Promise<PdfText | PdfRefusal> {
  return { kind: "refused", reason: "empty", words: `${bytes.length} ${maxPages}` };
}
