import { deflateSync } from "node:zlib";

/** A line of text of a page; the font is that of books, or of typewriters, or a bold one. */
export type PdfLine = { text: string; x?: number; y: number; size?: number; font?: "text" | "mono" | "bold" };

/** A PDF with these lines on its pages, as small as one can be; text is Latin-1. */
export function makePdf(
  pages: PdfLine[][],
  options: { title?: string; isPacked?: boolean } = {},
): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const firstPage = 7;
  const kids = pages.map((_, at) => `${firstPage + at * 2} 0 R`);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`);
  for (const font of ["Times-Roman", "Courier", "Times-Bold"])
    add(`<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`);
  add(`<< /Title (${escaped(options.title ?? "")}) >>`);
  for (const [at, lines] of pages.entries()) {
    const fonts = "<< /text 3 0 R /mono 4 0 R /bold 5 0 R >>";
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font ${fonts} >> /Contents ${firstPage + at * 2 + 1} 0 R >>`,
    );
    const content = lines
      .map(
        ({ text, x = 72, y, size = 10, font = "text" }) =>
          `BT /${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`,
      )
      .join("\n");
    add(streamOf(content, options.isPacked ? ["FlateDecode"] : []));
  }
  return pdfOf(objects, 6);
}

/** A stream object; each filter packs once more. */
export function streamOf(content: string | Uint8Array, filters: string[], extra = ""): string {
  let bytes = typeof content === "string" ? Buffer.from(content, "latin1") : Buffer.from(content);
  for (const _filter of filters) bytes = deflateSync(bytes, { level: 9 });
  const filter = filters.length === 0 ? "" : ` /Filter [${filters.map((name) => `/${name}`).join(" ")}]`;
  return `<< /Length ${bytes.length}${filter}${extra} >>\nstream\n${bytes.toString("latin1")}\nendstream`;
}

/** A file of numbered objects, the first of which is the catalog. */
export function pdfOf(objects: string[], info?: number, trailer = ""): Uint8Array {
  let file = "%PDF-1.7\n";
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, "0")} 00000 n \n`;
  const about = info ? ` /Info ${info} 0 R` : "";
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${about}${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, "latin1"));
}

function escaped(text: string): string {
  return text.replaceAll(/[\\()]/g, String.raw`\$&`);
}
