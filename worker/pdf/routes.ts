import { INPUT_LIMITS } from "#schema/input-limits.ts";
import { Hono } from "hono";
import type { Context } from "hono";
import * as z from "zod";
import { AppError } from "#worker/errors.ts";
import type { AuthenticatedEnv } from "#worker/http/app-env.ts";
import { parseInput, validated } from "#worker/http/validate.ts";
import { createPdfSet, createPdfSetInput } from "./create-pdf-set.ts";
import { getPdfSet } from "./get-pdf-set.ts";
import { indexPdfSet } from "./index-pdf-set.ts";
import { listPdfSets } from "./list-pdf-sets.ts";
import { removePdfFile, removePdfSet } from "./remove-pdf-set.ts";
import { listMissingFiles, missingFilesInput, uploadFile, uploadFileInput } from "./upload-file.ts";

/** Whether a request brings a file, whose size the route itself checks. */
export function isUpload(c: Context): boolean {
  return c.req.method === "PUT" && c.req.path.startsWith("/api/pdf-sets/");
}

const uploadHeaders = z.object({
  "content-length": z.coerce.number<string>({ error: "Say with Content-Length how large the file is." }),
  "x-content-sha256": z.string().max(INPUT_LIMITS.id).toLowerCase().optional(),
});

/**
 * Sets of PDF files; mounted under `/api/pdf-sets`. A file is the body of its own PUT, with its SHA-256 in the header
 * `X-Content-SHA256` where the client knows it. A client that was interrupted asks which files are missing.
 */
export const pdfSetRoutes = new Hono<AuthenticatedEnv>()
  .get("/", async (c) => c.json({ pdfSets: await listPdfSets(c.var.ctx) }))
  .post("/", validated("json", createPdfSetInput), async (c) =>
    c.json(await createPdfSet(c.var.ctx, c.req.valid("json")), 201),
  )
  .get("/:setId", async (c) => c.json(await getPdfSet(c.var.ctx, { setId: c.req.param("setId") })))
  .delete("/:setId", async (c) => c.json(await removePdfSet(c.var.ctx, { setId: c.req.param("setId") })))
  .post("/:setId/missing", validated("json", missingFilesInput.omit({ setId: true })), async (c) =>
    c.json(await listMissingFiles(c.var.ctx, { ...c.req.valid("json"), setId: c.req.param("setId") })),
  )
  .put("/:setId/files/:name", async (c) => {
    const headers = parseInput(uploadHeaders, c.req.header());
    const input = parseInput(uploadFileInput, {
      setId: c.req.param("setId"),
      name: c.req.param("name"),
      sizeBytes: headers["content-length"],
      sha256: headers["x-content-sha256"],
    });
    const { body } = c.req.raw;
    if (!body) throw new AppError("invalid-argument", "The body of the request is the file; there was none.");
    return c.json({ file: await uploadFile(c.var.ctx, input, body) });
  })
  .delete("/:setId/files/:name", async (c) =>
    c.json(await removePdfFile(c.var.ctx, { setId: c.req.param("setId"), name: c.req.param("name") })),
  )
  .post("/:setId/index", async (c) => c.json(await indexPdfSet(c.var.ctx, { setId: c.req.param("setId") })));
