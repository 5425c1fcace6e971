import * as z from "zod";

const RUN_MS = 20 * 60_000;

const pdfSet = z.object({
  setId: z.string(),
  status: z.string(),
  totalDocs: z.number(),
  lastError: z.string().nullable(),
  pdfFiles: z.array(
    z.object({ name: z.string(), pages: z.number().nullable(), language: z.string().nullable() }),
  ),
});

export type Door = { url: string; apiKey: string };

/** Makes a set of one file, indexes it, and waits for the end. Throws with the words of the answer when the file is not taken. */
export async function indexPdf(door: Door, name: string, bytes: Uint8Array): Promise<z.infer<typeof pdfSet>> {
  const { setId } = pdfSet.parse(
    await call(door, "POST", "", JSON.stringify({ displayName: name.replace(/\.pdf$/u, "") })),
  );
  await call(door, "PUT", `/${setId}/files/${encodeURIComponent(name)}`, bytes);
  await call(door, "POST", `/${setId}/index`);
  const deadline = Date.now() + RUN_MS;
  for (;;) {
    const set = pdfSet.parse(await call(door, "GET", `/${setId}`));
    if (set.status === "indexed" || set.status === "failed") return set;
    if (Date.now() > deadline) throw new Error(`${name} is still ${set.status}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function call({ url, apiKey }: Door, method: string, path: string, body?: string | Uint8Array) {
  const response = await fetch(`${url}/api/pdf-sets${path}`, {
    method,
    headers: {
      "x-api-key": apiKey,
      "content-type": typeof body === "string" ? "application/json" : "application/pdf",
    },
    body: body as BodyInit,
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}
