/** A tar archive (POSIX ustar) of these files, gzipped; a long path gets a pax header. */
export async function makeTarGz(files: Record<string, string>): Promise<Uint8Array> {
  const blocks: Uint8Array[] = [];
  for (const [path, text] of Object.entries(files)) {
    if (path.length > 99) {
      const record = ` path=${path}\n`;
      blocks.push(...entry("pax", `${record.length + String(record.length + 3).length}${record}`, "x"));
    }
    blocks.push(...entry(path.slice(0, 99), text, "0"));
  }
  blocks.push(new Uint8Array(1024));
  const stream = new Blob(blocks).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function entry(name: string, text: string, type: string): Uint8Array[] {
  const body = new TextEncoder().encode(text);
  const header = new Uint8Array(512);
  const put = (value: string, at: number) => header.set(new TextEncoder().encode(value), at);
  put(name, 0);
  put(body.byteLength.toString(8).padStart(11, "0"), 124);
  put(type, 156);
  put("ustar", 257);
  put("00", 263);
  const padded = new Uint8Array(Math.ceil(body.byteLength / 512) * 512);
  padded.set(body);
  return [header, padded];
}
