import { afterEach, expect, it, vi } from "vitest";
import { uploadFiles } from "./uploads.ts";

const words: string[] = [];
/** Names of the files that the set has already, and of those that the server refuses. */
const has = new Set<string>();
const refuses = new Map<string, string>();
let open = 0;
let mostOpen = 0;

/** A request that takes a moment, tells of its progress, and is answered by name. */
class Request extends EventTarget {
  upload = new EventTarget();
  status = 0;
  response: unknown = null;
  responseType = "";
  #name = "";
  open(_method: string, path: string) {
    this.#name = decodeURIComponent(path.split("/").at(-1) ?? "");
  }
  setRequestHeader() {}
  getResponseHeader() {
    return "req_1";
  }
  send(file: File) {
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    setTimeout(() => {
      open -= 1;
      this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded: file.size }));
      const message = refuses.get(this.#name);
      this.status = message === undefined ? 200 : 400;
      this.response = message === undefined ? { file: {} } : { error: { message } };
      words.push(`sent ${this.#name}`);
      this.dispatchEvent(new Event("load"));
    }, 5);
  }
}

function serve() {
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.stubGlobal("fetch", async (input: string | URL, init: { body?: string }) => {
    const path = String(input);
    if (path.endsWith("/index")) {
      words.push("index");
      return Response.json({ executionId: "run_1", moduleId: "src_1" });
    }
    const { files } = JSON.parse(init.body ?? "{}") as { files: { name: string }[] };
    return Response.json({ missing: files.map(({ name }) => name).filter((name) => !has.has(name)) });
  });
}

function pdf(name: string, text = "%PDF-1.7"): File {
  return new File([text], name);
}

afterEach(() => {
  vi.unstubAllGlobals();
  words.length = 0;
  has.clear();
  refuses.clear();
  mostOpen = 0;
});

it("sends what the set does not have, three at a time, and then has it indexed", async () => {
  serve();
  has.add("2.pdf");
  await uploadFiles(
    "set_1",
    ["1", "2", "3", "4", "5", "6"].map((name) => pdf(`${name}.pdf`)),
  );
  expect(words.toSorted()).toEqual(["index", ...["1", "3", "4", "5", "6"].map((name) => `sent ${name}.pdf`)]);
  expect(words.at(-1)).toBe("index");
  expect(mostOpen).toBe(3);
});

it("is not held up by what is refused, and indexes nothing when all is", async () => {
  serve();
  refuses.set("b.pdf", "This isn't a PDF file.");
  await uploadFiles("set_2", [pdf("a.pdf"), pdf("b.pdf"), pdf("notes.txt"), pdf("empty.pdf", "")]);
  expect(words.toSorted()).toEqual(["index", "sent a.pdf", "sent b.pdf"]);
  words.length = 0;
  await uploadFiles("set_3", [pdf("b.pdf"), pdf("notes.txt")]);
  expect(words).toEqual(["sent b.pdf"]);
});
