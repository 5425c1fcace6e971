import { describe, expect, it } from "vitest";
import { distinctTitles } from "./distinct-titles.ts";
import { SharedTextCounter, withoutShared } from "./shared-text.ts";

const HEAD = "- [Home](/)\n- [Guides](/guides)\n- [API reference of all modules](/api)";
const TAIL =
  "Found a mistake? [Tell us](https://docs.test/issues/new)\n\nMade by the people of Quokka and many friends.";

function pageOf(name: string, body: string, { head = HEAD, tail = TAIL } = {}) {
  return {
    url: `https://docs.test/${name}`,
    title: name,
    markdown: `# ${name}\n\n${head}\n\n${body}\n\n${tail}\n`,
  };
}

const text = (name: string) => `Here ${name} is told of at some length, so that there is something to read.`;

function tidy<T extends { url: string; title: string; markdown: string }>(pages: T[]): T[] {
  const counter = new SharedTextCounter();
  for (const page of pages) counter.add(page);
  const shared = counter.result();
  return pages.map((page) => withoutShared(page, shared));
}

const NAMES = ["install", "deploy", "routes", "errors", "tests", "hooks"];

describe("what pages of a source share", () => {
  it("leaves all pages but the one that keeps it, whatever its links lead to", () => {
    const pages = NAMES.map((name) =>
      pageOf(name, text(name), { tail: TAIL.replace("new", `new?page=${name}`) }),
    );
    const [keeper, ...others] = tidy(pages);
    expect(keeper!.markdown).toBe(pages[0]!.markdown);
    expect(others.map(({ markdown }) => markdown)).toEqual(
      NAMES.slice(1).map((name) => `# ${name}\n\n${text(name)}\n`),
    );
  });

  it("stays in a source of few pages, and where only few have it", () => {
    const few = NAMES.slice(0, 4).map((name) => pageOf(name, text(name)));
    expect(tidy(few)).toEqual(few);
    const rare = NAMES.map((name, at) =>
      pageOf(name, text(name), { head: "", tail: at < 2 ? "Needs a restart of the server." : "" }),
    );
    expect(tidy(rare)).toEqual(rare);
  });

  it("stays where it is code, names what follows, or is in the middle of the text", () => {
    const pages = NAMES.map((name) =>
      pageOf(name, `## Usage\n\n${text(name)}\n\nRestart the server.\n\n**Parameters**: ${name}`, {
        head: "",
        tail: "```sh\nnpm run restart\n```",
      }),
    );
    expect(tidy(pages)).toEqual(pages);
  });

  it("stays where whole sections are what pages of one kind have in common", () => {
    const inherited = ["equals", "hashCode", "notify", "toString"]
      .map((name) => `## ${name}\n\nInherited from the class Object, with all that it does.`)
      .join("\n\n");
    const pages = NAMES.map((name) => pageOf(name, text(name), { head: "", tail: inherited }));
    expect(tidy(pages)).toEqual(pages);
  });

  it("takes a table off as a whole or not at all, and leaves no item without its list", () => {
    const rows = "| Option | Meaning |\n| --- | --- |\n| own | of NAME |\n| quiet | says nothing |";
    const list = "- of NAME alone\n  - for everybody in the same way";
    const pages = NAMES.map((name) =>
      pageOf(name, `${text(name)}\n\n${rows.replace("NAME", name)}\n\n${list.replace("NAME", name)}`, {
        head: "",
        tail: "",
      }),
    );
    expect(tidy(pages)).toEqual(pages);
  });

  it("leaves a page as it is that has nothing else", () => {
    const pages = [...NAMES.map((name) => pageOf(name, text(name))), pageOf("empty", "")];
    expect(tidy(pages).at(-1)).toBe(pages.at(-1));
  });

  it("leaves titles, where something of their own is left", () => {
    const titles = [...NAMES.map((name) => `${name} — Quokka 2.1`), "Quokka 2.1"];
    const pages = titles.map((title) => ({ url: `https://docs.test/${title}`, title, markdown: "" }));
    expect(tidy(pages).map(({ title }) => title)).toEqual([...NAMES, "Quokka 2.1"]);
    const manual = NAMES.map((name) => ({
      url: `https://docs.test/${name}`,
      title: `The Quokka manual: ${name}`,
      markdown: "",
    }));
    expect(tidy(manual).map(({ title }) => title)).toEqual(NAMES);
    // The kind of a page belongs to its name.
    const classes = manual.map((page) => ({
      ...page,
      title: page.title.replace("The Quokka manual", "Class"),
    }));
    expect(tidy(classes)).toEqual(classes);
  });
});

function titlesOf(pages: Record<string, string>): string[] {
  const list = Object.entries(pages).map(([path, title]) => ({ url: `https://docs.test${path}`, title }));
  const found = distinctTitles(list);
  return list.map(({ url, title }) => found.get(url) ?? title);
}

describe("titles that several pages have", () => {
  it("are told apart by what their paths do not share", () => {
    expect(
      titlesOf({
        "/guide/auth/overview.html": "Overview",
        "/guide/db/overview.html": "Overview",
        "/guide/db/index.html": "Databases",
      }),
    ).toEqual(["Overview (auth)", "Overview (db)", "Databases"]);
    expect(titlesOf({ "/gfx8_dst.html": "dst", "/gfx9_dst.html": "dst" })).toEqual([
      "dst (gfx8_dst)",
      "dst (gfx9_dst)",
    ]);
  });

  it("are told apart by the whole address where more pages have the title than are looked at together", () => {
    const list = ["/a/x/", "/b/x/"].map((path) => ({ url: `https://docs.test${path}`, title: "T" }));
    expect([...distinctTitles(list, { isPart: true }).values()]).toEqual([
      "T (docs.test/a/x)",
      "T (docs.test/b/x)",
    ]);
    expect([...distinctTitles(list.slice(1), { isPart: true }).values()]).toEqual(["T (docs.test/b/x)"]);
  });

  it("stay on the page whose path has nothing of its own, and say more where two segments do not tell", () => {
    expect(titlesOf({ "/": "Docs", "/v2/": "Docs" })).toEqual(["Docs", "Docs (v2)"]);
    expect(titlesOf({ "/a/x/y/": "T", "/b/x/y/": "T", "/b/x/z/": "T" })).toEqual([
      "T (a/x/y)",
      "T (b/x/y)",
      "T (b/x/z)",
    ]);
  });
});
