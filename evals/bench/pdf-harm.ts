import { rmSync } from "node:fs";
import { HOSTILE_PDFS } from "#tests/support/hostile-pdfs.workers.ts";
import { startProduct } from "../product.ts";
import type { BenchOptions } from "./args.ts";
import { markdownTable, writeFigures } from "./figures.ts";
import { watchMemory } from "./memory.ts";
import { indexPdf } from "./pdf-door.ts";

/** Puts harmful files through the product: the outcome of each, its time, and the memory of workerd. */
export async function benchPdfHarm(options: BenchOptions): Promise<void> {
  rmSync(options.stateDir, { recursive: true, force: true });
  const { server, apiKey } = await startProduct(options.stateDir);
  const rows: (string | number)[][] = [];
  try {
    for (const [name, make] of HOSTILE_PDFS) {
      const bytes = make();
      const watch = watchMemory(() => server.workerdPids());
      const began = performance.now();
      const outcome = await indexPdf(
        { url: server.url, apiKey },
        `${name.replaceAll(/\W+/gu, " ")}.pdf`,
        bytes,
      ).then(
        ({ lastError, status }) => lastError ?? status,
        (error: unknown) => `at the upload: ${wordsOf(error)}`,
      );
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      rows.push([name, bytes.length, seconds, Math.round(watch.stop()), outcome]);
      console.log(rows.at(-1)?.join("  "));
    }
    writeFigures({
      name: "pdf-harm",
      title: "PDF files that are made to harm",
      command: "npm run bench -- pdf-harm",
      body: [
        "One after the other through the product: upload, scan, and what follows where the scan finds nothing. Memory is the most that workerd had meanwhile, all of the product and the upload in it. The first file waits for the product to warm up.",
        markdownTable([["File", "bytes", "seconds", "peak MB", "outcome"], ...rows]),
      ].join("\n\n"),
      data: { files: rows },
    });
  } finally {
    await server.close();
  }
}

function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /"message":"([^"]+)"/u.exec(message)?.[1] ?? message;
}
