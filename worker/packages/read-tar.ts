export type TarFile = { path: string; bytes: Uint8Array };

export type TarLimits = {
  /** Limit on all bytes unpacked from the archive, wanted or not. */
  maxBytes: number;
  maxFiles: number;
  /** Limit on a single file; a larger one is passed over. */
  maxFileBytes: number;
  /** Limit on the wanted files together, which are held; later files are passed over. */
  maxHeldBytes: number;
};

/** Reason why an archive is not read further. */
export class TarRefused extends Error {
  override name = "TarRefused";
}

const BLOCK = 512;
/** Packed bytes that are unpacked at one time: each becomes a thousand bytes at most, and a step cannot be paused. */
const PACKED_STEP_BYTES = 16 * 1024;

/**
 * The wanted files of a gzipped tar (POSIX ustar with pax and GNU long names), as they come; nothing but these is held. A
 * header says how long a file is, but only bytes that arrive count. Throws TarRefused above the limits, and for what is no
 * archive.
 */
export async function readTarGz(
  gzipped: Uint8Array,
  isWanted: (path: string) => boolean,
  limits: TarLimits,
): Promise<TarFile[]> {
  let at = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(gzipped.subarray(at, (at += PACKED_STEP_BYTES)));
      if (at >= gzipped.byteLength) controller.close();
    },
  });
  const inflated = source.pipeThrough(
    new DecompressionStream("gzip") as unknown as ReadableWritablePair<Uint8Array, Uint8Array>,
  );
  const bytes = byteReader(inflated.getReader(), limits.maxBytes);
  try {
    return await readFiles(bytes, isWanted, limits);
  } catch (cause) {
    if (cause instanceof TarRefused) throw cause;
    throw new TarRefused("it is damaged", { cause });
  } finally {
    await bytes.cancel();
  }
}

async function readFiles(
  bytes: ReturnType<typeof byteReader>,
  isWanted: (path: string) => boolean,
  { maxFiles, maxFileBytes, maxHeldBytes }: TarLimits,
): Promise<TarFile[]> {
  const files: TarFile[] = [];
  let longName: string | null = null;
  let held = 0;
  for (let entries = 0; ;) {
    const header = await bytes.take(BLOCK);
    // The end is two blocks of zeros; an archive that stops without them is read as far as it goes.
    if (header === null || header.every((byte) => byte === 0)) return files;
    if ((entries += 1) > maxFiles) throw new TarRefused(`it has more than ${maxFiles} files`);
    const { name, size, type } = readHeader(header);
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    const path: string = longName ?? name;
    const isName = type === "x" || type === "L";
    const isHeld = (type === "0" || type === "\0") && isWanted(path) && held + size <= maxHeldBytes;
    if ((isName || isHeld) && size <= maxFileBytes) {
      const content = (await bytes.take(padded))?.subarray(0, size);
      if (!content) throw new TarRefused("it ends in the middle of a file");
      if (isName) longName = nameIn(type, content) ?? longName;
      else {
        held += size;
        files.push({ path, bytes: content });
      }
    } else if (!(await bytes.skip(padded))) return files;
    if (!isName) longName = null;
  }
}

function readHeader(header: Uint8Array): { name: string; size: number; type: string } {
  const prefix = text(header, 345, 155);
  const name = text(header, 0, 100);
  const size = Number.parseInt(text(header, 124, 12).trim() || "0", 8);
  if (!Number.isSafeInteger(size) || size < 0 || !text(header, 257, 5).startsWith("ustar"))
    throw new TarRefused("it isn't a tar archive");
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    size,
    type: String.fromCharCode(header[156] ?? 0),
  };
}

/** The name in a long-name entry: `27 path=a/long/name\n` in pax; the name itself in GNU's. */
function nameIn(type: string, content: Uint8Array): string | null {
  const words = new TextDecoder().decode(content);
  return type === "L" ? words.replace(/\0.*$/s, "") : (/^\d+ path=(.*)$/m.exec(words)?.[1] ?? null);
}

function text(header: Uint8Array, at: number, length: number): string {
  return new TextDecoder().decode(header.subarray(at, at + length)).replace(/\0.*$/s, "");
}

/** A reader that gives exact numbers of bytes of a stream, null at its end. */
function byteReader(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number) {
  let held = new Uint8Array();
  let total = 0;

  async function more(): Promise<boolean> {
    const { done, value } = await reader.read();
    if (done) return false;
    total += value.byteLength;
    if (total > maxBytes)
      throw new TarRefused(`it holds more than ${Math.round(maxBytes / 1024 / 1024)} MiB`);
    const joined = new Uint8Array(held.byteLength + value.byteLength);
    joined.set(held);
    joined.set(value, held.byteLength);
    held = joined;
    return true;
  }

  return {
    async take(count: number): Promise<Uint8Array | null> {
      while (held.byteLength < count) if (!(await more())) return null;
      const taken = held.slice(0, count);
      held = held.slice(count);
      return taken;
    },
    async skip(count: number): Promise<boolean> {
      let left = count;
      while (left > held.byteLength) {
        left -= held.byteLength;
        held = new Uint8Array();
        if (!(await more())) return false;
      }
      held = held.slice(left);
      return true;
    },
    cancel: () => reader.cancel().catch(() => {}),
  };
}
