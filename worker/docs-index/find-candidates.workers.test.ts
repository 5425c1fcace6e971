import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { askIndex } from "./packed-candidates.ts";
import {
  indexOfDocs,
  newIndex,
  SCHEDULING,
  SCHEDULING_TEXT,
  STATE,
  urlsWith,
  WEBHOOKS,
} from "./test-index.ts";
import { pageOf, questionOf } from "./test-pages.ts";

describe("finding candidates", () => {
  it("finds identifiers whole and in parts", async () => {
    const index = newIndex();
    const pages: Record<string, string> = {
      react: "# Hooks\n\nCall `useEffect(fn, [dep])` after render.",
      snake: "# Runtime\n\nThe function use_effect_later runs late.",
      rust: "# Vectors\n\nA `std::vec::Vec` grows. See error[E0502] for borrows.",
      node: "# Command line\n\nStart with --max-old-space-size=4096 or `fs.readFile`.",
      scope: "# Install\n\nnpm install @cloudflare/workers-types node:fs",
    };
    for (const [name, text] of Object.entries(pages))
      await index.putPage(await pageOf(`https://x.test/${name}`, text));
    const found = async (question: string) =>
      (await urlsWith(index, question)).map((url) => url.replace("https://x.test/", "")).sort();
    expect(await found("useEffect")).toEqual(["react", "snake"]);
    expect(await found("useeffect")).toEqual(["react"]);
    expect(await found("use_effect_later")).toEqual(["react", "snake"]);
    expect(await found("effect")).toEqual(["react", "snake"]);
    expect(await found("std::vec")).toEqual(["rust"]);
    expect(await found("vec")).toEqual(["rust"]);
    expect(await found("E0502")).toEqual(["rust"]);
    expect(await found("e0502")).toEqual(["rust"]);
    expect(await found("--max-old-space-size")).toEqual(["node"]);
    expect(await found("space size")).toEqual(["node"]);
    expect(await found("fs.readFile")).toEqual(["node", "scope"]);
    expect(await found("readFile")).toEqual(["node"]);
    expect(await found("@cloudflare/workers-types")).toEqual(["scope"]);
    expect(await found("workers-types")).toEqual(["scope"]);
    expect(await found("node:fs")).toEqual(["node", "scope"]);
  });

  it("puts the section that answers first, by words and by meaning", async () => {
    const index = await indexOfDocs();
    const best = async (question: string) => {
      const { candidates } = await askIndex(index, await questionOf(question));
      return `${candidates[0]!.url}#${candidates[0]!.anchor}`;
    };
    expect(await best("cancel a scheduled task")).toMatch(/scheduling.html#.*cancel/);
    expect(await best("verify the signature of an incoming webhook")).toContain(WEBHOOKS);
    expect(await best("onStateChanged")).toContain(STATE);
  });

  it("leaves out pages in another language than the source's, unless the question asks for it", async () => {
    const index = newIndex();
    const pages: Record<string, [string, string | null]> = {
      "en/hooks": [
        "# Hooks\n\nThe hooks of `useBoat` are called when the boat is put to sea, and they are to be short, which is what the crew of a small boat wants.",
        null,
      ],
      "en/sails": [
        "# Sails\n\nA sail is set by the crew with `useBoat`, and it is taken in by the crew when the wind is strong, which is the case for most of the year.",
        null,
      ],
      "ja/hooks": [
        "# フック\n\n`useBoat` のフックは、ボートが海に出るときに呼び出されます。短く書いてください。",
        "en",
      ],
      "de/hooks": [
        "# Haken\n\nDie Haken von `useBoat` werden aufgerufen, wenn das Boot auf dem Wasser ist, und sie sind für die Mannschaft nicht sichtbar.",
        "de-DE",
      ],
      "xx/code": ["# useBoat\n\n```js\nuseBoat()\n```", null],
    };
    for (const [name, [text, language]] of Object.entries(pages))
      await index.putPage(await pageOf(`https://x.test/${name}`, text, { language }));
    const found = async (question: string, overrides = {}) => {
      const { candidates } = await askIndex(index, await questionOf(question, overrides));
      return [...new Set(candidates.map(({ url }) => url.replace("https://x.test/", "")))].toSorted();
    };
    const english = ["en/hooks", "en/sails", "xx/code"];
    expect(await found("useBoat")).toEqual(english);
    expect(await found("useBoat のフック")).toEqual([...english, "ja/hooks"].toSorted());
    expect(await found("useBoat", { languages: ["de"] })).toEqual(["de/hooks", ...english]);
    // Without its English pages, the source is in another language.
    await index.removePages([
      "https://x.test/en/hooks",
      "https://x.test/en/sails",
      "https://x.test/de/hooks",
    ]);
    expect(await found("useBoat")).toEqual(["ja/hooks", "xx/code"]);
  });

  it.each([
    [
      "Russian",
      "# Удаление\n\nЧтобы удалить пакет вместе с файлом его конфигурации, вызовите программу с командой purge.",
      "# Каталоги\n\nПрограмма показывает список каталогов, которые видны пользователям.",
      "Как удалить файлы конфигурации пакета?",
    ],
    [
      "Arabic",
      "# الحذف\n\nلحذف ملفات مؤقتة من القرص، احذف الملف باستخدام الأمر التالي.",
      "# المستخدمون\n\nيعرض البرنامج قائمة بالمستخدمين على الخادم.",
      "كيف أحذف الملفات المؤقتة؟",
    ],
    [
      "Chinese",
      "# 删除\n\n要删除软件包及其配置文件，请使用 purge 命令。",
      "# 用户\n\n该程序显示当前登录的用户列表。",
      "删除软件包的配置文件",
    ],
    [
      "Korean",
      "# 삭제\n\n패키지와 설정 파일을 삭제하려면 purge 명령을 사용합니다.",
      "# 출력\n\n이 명령은 줄을 거꾸로 출력합니다.",
      "패키지 설정 파일 삭제",
    ],
  ])("finds the page of a manual in %s by its words alone", async (_language, answer, other, question) => {
    const index = newIndex();
    await index.putPage(await pageOf("https://x.test/answer", answer));
    await index.putPage(await pageOf("https://x.test/other", other));
    const { candidates } = await askIndex(
      index,
      await questionOf(question, { vector: null, embedderId: null }),
    );
    const holding = candidates.filter(({ chunk }) => chunk.body.counts.some((count) => count > 0));
    expect(holding.map(({ url }) => url)).toEqual(["https://x.test/answer"]);
  });

  it("gives every feature that ranking needs", async () => {
    const index = newIndex();
    await index.putPage(
      await pageOf(
        "https://x.test/guides/retry-policy.html",
        "# Retries\n\nRetry with a delay.\n\n## Back off\n\nThe retry delay doubles; a retry stops.",
        { statedVersion: "2.1" },
      ),
    );
    await index.putPage(
      await pageOf("https://x.test/other", "# Other\n\nNo such thing, and a long text about nothing at all."),
    );
    const query = await questionOf('"retry delay" policy', { vector: null, embedderId: null });
    expect(query.terms.map(({ term }) => term)).toEqual(["retri", "delai", "polici"]);
    const { stats, candidates } = await askIndex(index, query);
    // Title: retri, and of the path what the title has not: guid, polici. Body: back off the retri delai doubl a retri stop.
    expect(stats).toEqual({
      chunks: 3,
      pages: 2,
      chunkMeans: { titleLength: (3 + 3 + 1) / 3, headingLength: 2 / 3, bodyLength: (5 + 9 + 12) / 3 },
      chunkFrequencies: [2, 2, 2],
      pageFrequencies: [1, 1, 1],
    });
    expect(candidates.map(({ ordinal }) => ordinal).sort()).toEqual([0, 1]);
    expect(candidates.find(({ ordinal }) => ordinal === 1)).toEqual({
      chunkId: 2,
      pageId: 1,
      url: "https://x.test/guides/retry-policy.html",
      anchor: "back-off",
      title: "Retries",
      statedVersion: "2.1",
      headingPath: ["Retries", "Back off"],
      ordinal: 1,
      tokens: 13,
      pageTokens: 21,
      contentHash: expect.any(String),
      chunkHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      fetchedAt: 1_700_000_000_000,
      chunk: {
        title: { counts: [1, 0, 1], length: 3 },
        heading: { counts: [0, 0, 0], length: 2 },
        body: { counts: [2, 1, 0], length: 9 },
      },
      page: { counts: [2, 2, 2], length: 2 },
      cosine: null,
    });
  });

  it("gives equal texts equal hashes, and other texts other ones", async () => {
    const index = newIndex();
    const text = "# Same\n\nThe same words.";
    await index.putPage(await pageOf("https://x.test/a", text));
    await index.putPage(await pageOf("https://x.test/b", text));
    await index.putPage(await pageOf("https://x.test/c", `${text} `));
    const { candidates } = await askIndex(index, await questionOf("same words"));
    expect(new Set(candidates.map(({ chunkHash }) => chunkHash)).size).toBe(2);
  });

  it("keeps to the limit", async () => {
    const index = await indexOfDocs();
    for (const limit of [0, 1, 7, 10_000]) {
      const { candidates } = await askIndex(index, await questionOf("schedule state webhook", { limit }));
      const { chunks } = await index.totals();
      expect(candidates.length).toBeLessThanOrEqual(Math.min(limit, chunks));
      expect(candidates.length > 0).toBe(limit > 0);
    }
  });

  it("reads its vectors again after an eviction, and keeps them true to the tables", async () => {
    const index = await indexOfDocs();
    const question = await questionOf("zzz", {
      terms: [],
      vector: (await questionOf("cancel a scheduled task")).vector,
    });
    const nearest = async () =>
      (await askIndex(index, question)).candidates.map(({ chunkId, cosine }) => [chunkId, cosine]);
    const before = await nearest();
    expect(before[0]![1]).toBeGreaterThan(0.5);
    await evictDurableObject(index);
    expect(await nearest()).toEqual(before);

    await index.putPage(await pageOf(SCHEDULING, "# Timers\n\nCancel a scheduled task with a wombat."));
    await index.removePages([WEBHOOKS]);
    const changed = await nearest();
    expect(changed).not.toEqual(before);
    await evictDurableObject(index);
    expect(await nearest()).toEqual(changed);
    const { candidates } = await askIndex(index, question);
    expect(new Set(candidates.map(({ url }) => url))).toEqual(new Set([SCHEDULING, STATE]));
  });

  it("compares with no vectors of another embedder", async () => {
    const index = await indexOfDocs();
    const query = await questionOf("cancel a scheduled task", { embedderId: "another/1" });
    const { candidates } = await askIndex(index, query);
    expect(candidates[0]).toMatchObject({ url: SCHEDULING, cosine: null });
  });
});

describe("ranking within a page", () => {
  it("gives all chunks of the page, the one that answers first", async () => {
    const index = await indexOfDocs();
    const page = await pageOf(SCHEDULING, SCHEDULING_TEXT);
    const ranked = await index.rankWithinPage(SCHEDULING, [await questionOf("cancel a schedule by its id")]);
    expect(ranked[0]!.anchor).toContain("cancel");
    const { chunkId: _id, score: _score, ...chunk } = ranked[0]!;
    expect(chunk).toEqual(page.chunks[chunk.ordinal]);
    expect(ranked.map(({ ordinal }) => ordinal).sort((a, b) => a - b)).toEqual(page.chunks.map((_, i) => i));
    expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).sort((a, b) => b - a));
  });

  it("takes the best over several questions, and page order without any", async () => {
    const index = await indexOfDocs();
    const queries = [await questionOf("cancel a schedule"), await questionOf("cron expression syntax")];
    const top = (await index.rankWithinPage(SCHEDULING, queries)).slice(0, 4).map(({ anchor }) => anchor);
    expect(top.some((anchor) => anchor?.includes("cancel"))).toBe(true);
    expect(top.some((anchor) => anchor?.includes("cron"))).toBe(true);
    const plain = await index.rankWithinPage(SCHEDULING, []);
    expect(plain.map(({ ordinal }) => ordinal)).toEqual(plain.map((_, i) => i));
    expect(await index.rankWithinPage("https://docs.test/never", queries)).toEqual([]);
  });
});
