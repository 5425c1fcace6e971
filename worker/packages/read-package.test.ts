import { expect, test } from "vitest";
import { makeTarGz } from "#tests/support/make-tar.workers.ts";
import { readPackage } from "./read-package.ts";

const FOUND = {
  ecosystem: "pypi",
  name: "quokka",
  version: "1.0",
  archiveUrl: "https://files.test/quokka-1.0.tar.gz",
  description: null,
  readme: null,
} as const;

test("pages of an archive have the code that they include from it, and parts with what these include", async () => {
  const archive = await makeTarGz({
    "quokka-1.0/docs/index.md": '# Quokka\n\n{* ../docs_src/hop.py ln[2] *}\n\n--8<-- "docs/part.txt"\n',
    "quokka-1.0/docs/usage.rst": "Usage\n=====\n\n.. include:: /shared/usage.inc\n",
    "quokka-1.0/docs_src/hop.py": "import quokka\nquokka.hop()\n",
    "quokka-1.0/shared/usage.inc": ".. literalinclude:: ../docs_src/hop.py\n",
    "quokka-1.0/secret.py": "nobody asked\n",
  });
  const pages = await readPackage(FOUND, archive);
  const markdown = Object.fromEntries(
    pages.map(({ url, document }) => [url.split("/").at(-1), document.markdown]),
  );
  expect(markdown["index.md"]).toContain(
    "# Quokka {#quokka}\n\n```python\nquokka.hop()\n```\n\n[example not in this copy]",
  );
  expect(markdown["usage.rst"]).toContain("```python\nimport quokka\nquokka.hop()\n```");
});
