import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { createHash } from "node:crypto";
import * as z from "zod";
import { principalOf } from "#worker/owner.ts";
import type { Ctx } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { announceChange } from "#worker/live/publish-change.ts";
import { isRunning, noSuchSet, ownSet, refuseWhileRunning } from "./get-pdf-set.ts";
import { MAX_FILE_BYTES, MAX_FILES_PER_SET } from "./limits.ts";
import { pdfFileOf } from "./list-pdf-sets.ts";
import { requireRoomForBytes } from "./pdf-allowance.ts";
import type { PdfFile } from "./list-pdf-sets.ts";
import { findFile, listFiles, putFile } from "./file-repo.ts";
import { noteUpload } from "./repo.ts";

/** A file's name, which becomes the last part of its pages' addresses. */
export const pdfFileName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((name) => /\.pdf$/i.test(name), { error: "name: must end with .pdf; only PDF files are read" })
  .refine((name) => !/[/\\\p{Cc}]/u.test(name), {
    error: "name: must not have slashes or control characters",
  });

const sha256 = z
  .string()
  .max(INPUT_LIMITS.id)
  .regex(/^[0-9a-f]{64}$/, { error: "sha256: must be 64 hexadecimal digits in lower case" });

export const uploadFileInput = z.object({
  setId: z.string().max(100),
  name: pdfFileName,
  sizeBytes: z.number().int().min(1),
  /** Digest that the bytes must have; without it any bytes are accepted. */
  sha256: sha256.optional(),
});
export type UploadFile = z.infer<typeof uploadFileInput>;

export const missingFilesInput = z.object({
  setId: z.string().max(100),
  files: z
    .array(z.object({ name: pdfFileName, sizeBytes: z.number().int().min(1), sha256: sha256.optional() }))
    .max(MAX_FILES_PER_SET),
});
export type MissingFiles = z.infer<typeof missingFilesInput>;

/** Bytes within which the header must begin: a reader may skip what is in front of it (ISO 32000, annex H). */
const HEADER_WITHIN_BYTES = 1024;

type UploadCtx = Pick<Ctx, "scope" | "db" | "services" | "now" | "newId">;

/**
 * Puts a file into a set, in the place of one with the same name. The bytes go to storage as they come. Nothing changes when the bytes are
 * fewer or more than said, are no PDF, have another digest than said, or are stored already. The set has to be indexed to be searched.
 * Throws aborted when the set is being indexed, also when a run began while the bytes came.
 */
export async function uploadFile(
  ctx: UploadCtx,
  input: UploadFile,
  body: ReadableStream<Uint8Array>,
): Promise<PdfFile> {
  const { name, sizeBytes } = input;
  const set = await ownSet(ctx, input.setId);
  await refuseWhileRunning(ctx, set);
  if (sizeBytes > MAX_FILE_BYTES)
    throw new AppError(
      "invalid-argument",
      `This file has ${inMegabytes(sizeBytes)}; at most ${inMegabytes(MAX_FILE_BYTES)} are taken. Split it, or make its pictures smaller.`,
      { data: { maxBytes: MAX_FILE_BYTES, sizeBytes } },
    );
  const known = await findFile(ctx.db, set.id, name);
  if (!known && set.totalFiles >= MAX_FILES_PER_SET)
    throw new AppError(
      "resource-exhausted",
      `A set has at most ${MAX_FILES_PER_SET} files. Make another set for the rest.`,
      { data: { limit: MAX_FILES_PER_SET } },
    );

  await requireRoomForBytes(ctx, { id: known?.id ?? null, sizeBytes });

  const id = known?.id ?? ctx.newId("file");
  const objectKey = `${objectsOf(ctx, set.id)}${id}/${ctx.newId("v")}`;
  await noteUpload(ctx.db, set.id, ctx.now());
  try {
    const digest = await store(ctx, objectKey, body, sizeBytes);
    if (input.sha256 && input.sha256 !== digest)
      throw new AppError(
        "invalid-argument",
        "The bytes that arrived are not those that were announced. Send the file again.",
      );
    if (known?.sha256 === digest && (await ctx.services.files.head(known.objectKey))) {
      await ctx.services.files.delete(objectKey);
      return pdfFileOf(known);
    }
    const put = await putFile(
      ctx.db,
      {
        id,
        setId: set.id,
        name,
        sizeBytes,
        sha256: digest,
        objectKey,
        status: "not indexed",
        pages: known?.pages ?? null,
        language: known?.language ?? null,
        error: null,
        lastModified: ctx.now(),
      },
      ctx.now(),
    );
    if (put.kind === "gone") throw noSuchSet();
    // A run began while the bytes came.
    if (put.kind === "running") throw isRunning(set);
    if (put.replacedKey !== null) await ctx.services.files.delete(put.replacedKey);
    await announceChange(ctx.services, ctx.scope.owner, "pdf-sets");
    return pdfFileOf(put.file);
  } catch (error) {
    await ctx.services.files.delete(objectKey);
    throw error;
  }
}

/** Names of the files that a client means to send and that the set does not have yet. */
export async function listMissingFiles(
  ctx: Pick<Ctx, "scope" | "db">,
  input: MissingFiles,
): Promise<{ missing: string[] }> {
  const set = await ownSet(ctx, input.setId);
  const known = new Map((await listFiles(ctx.db, set.id)).map((file) => [file.name, file]));
  const missing = input.files.filter(({ name, sizeBytes, sha256: wanted }) => {
    const file = known.get(name);
    return file?.sizeBytes !== sizeBytes || (wanted !== undefined && file.sha256 !== wanted);
  });
  return { missing: missing.map(({ name }) => name) };
}

/** Prefix of a set's objects. Everything of an owner is below its principal's name. */
export function objectsOf(ctx: { scope: Pick<Ctx["scope"], "owner"> }, setId: string): string {
  return `${principalOf(ctx.scope.owner)}/pdf/${setId}/`;
}

/** Stores a stream. Returns the SHA-256 of the stored bytes. */
async function store(
  ctx: UploadCtx,
  objectKey: string,
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
): Promise<string> {
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const stored = ctx.services.files.put(objectKey, readable);
  // The promise is awaited below; a failure of the reading comes first.
  stored.catch(() => {});
  const writer = writable.getWriter();
  const hash = createHash("sha256");
  const head: number[] = [];
  let received = 0;
  try {
    for await (const chunk of body) {
      received += chunk.byteLength;
      if (received > sizeBytes) throw sizeError(received, sizeBytes);
      if (head.length < HEADER_WITHIN_BYTES) {
        head.push(...chunk.subarray(0, HEADER_WITHIN_BYTES - head.length));
        if (head.length === HEADER_WITHIN_BYTES) refuseOthers(head);
      }
      hash.update(chunk);
      await writer.write(chunk);
    }
    if (received !== sizeBytes) throw sizeError(received, sizeBytes);
    refuseOthers(head);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
    await stored.catch(() => {});
    throw error;
  }
  await stored;
  return hash.digest("hex");
}

function sizeError(received: number, sizeBytes: number): AppError {
  const what =
    received < sizeBytes ? `only ${received} of ${sizeBytes} bytes` : `more than ${sizeBytes} bytes`;
  return new AppError("invalid-argument", `There arrived ${what}. Send the file again.`);
}

function refuseOthers(head: number[]): void {
  if (String.fromCharCode(...head).includes("%PDF-")) return;
  throw new AppError("invalid-argument", "This isn't a PDF file.");
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
