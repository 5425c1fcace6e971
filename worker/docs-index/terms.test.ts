import { array, assert, constantFrom, integer, oneof, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeMarkdown, analyzeQuestion, analyzeText } from "./terms.ts";

describe("analyzeText", () => {
  it.each([
    ["useEffect", ["useeffect", "us", "effect"]],
    ["use_effect", ["use_effect", "us", "effect"]],
    ["std::vec", ["std::vec", "std", "vec"]],
    ["pass --flag here", ["pass", "--flag", "flag", "here"]],
    ["--max-old-space", ["--max-old-space", "max-old-space", "max", "old", "space"]],
    ["error[E0502]:", ["error", "e0502", "0502"]],
    ["fs.readFile(path)", ["fs.readfile", "fs", "readfil", "read", "file", "path"]],
    ["@scope/pkg-name", ["@scope/pkg-name", "scope/pkg-name", "scope", "pkg-name", "pkg", "name"]],
    ["import 'node:fs'", ["import", "node:fs", "node", "fs"]],
    ["http.server", ["http.server", "http", "server"]],
    ["./src/vite.config.ts", ["src/vite.config.ts", "src", "vite.config.ts", "vite", "config", "ts"]],
    ["HTTPServer __init__ $state", ["httpserver", "http", "server", "__init__", "init", "$state", "state"]],
    ["C++, C# and `.env`", ["c++", "c#", "and", ".env", "env"]],
    ["sha256 UTF-8 v4", ["sha256", "sha", "256", "utf-8", "utf", "8", "v4"]],
    ["react@18", ["react@18", "react", "18"]],
    ["- a list - with dashes", ["a", "list", "with", "dash"]],
  ])("keeps identifiers whole and in parts: %s", (text, terms) => {
    expect(analyzeText(text)).toEqual(terms);
  });

  it("folds words to their stems, without diacritics, possessives and full-width forms", () => {
    expect(analyzeText("The caches' cached café’s Ｆｕｌｌ")).toEqual([
      "the",
      "cach",
      "cach",
      "cafe",
      "full",
    ]);
    expect(analyzeText("don't Übergrößen Привет")).toEqual(["don", "ubergroßen", "привет"]);
  });

  it("gives pairs of letters for scripts without spaces, next to words of others", () => {
    expect(analyzeText("文档搜索")).toEqual(["文档", "档搜", "搜索"]);
    expect(analyzeText("Reactのフック 字")).toEqual(["react", "のフ", "フッ", "ック", "字"]);
    expect(analyzeText("한국어")).toEqual(["한국", "국어"]);
  });

  it("leaves out what is too long to be a name", () => {
    expect(analyzeText(`hash ${"a".repeat(60)} end`)).toEqual(["hash", "end"]);
    expect(analyzeText(`${"ab.".repeat(30)}end`).every((term) => term.length < 60)).toBe(true);
  });

  it("gives terms that an index can hold as they are, for any text", () => {
    const nasty = oneof(
      array(integer({ min: 0, max: 0x10ffff })).map((points) => String.fromCodePoint(...points)),
      string({ unit: constantFrom(..."aB9_$.-/:@#+'\"`*( \0\n\u00a0\u3000é文ー한İß") }),
    );
    assert(
      property(nasty, (text) => {
        expect(analyzeText(text).filter((term) => !/^[^\s\0-\x20"'`A-Z]{1,59}$/.test(term))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

it("analyzeMarkdown leaves out link targets and heading anchors", () => {
  const markdown = '## Set up {#set-up-1}\nSee [the guide](https://x.test/a/b_c "Guide") and `{#each}`.';
  expect(analyzeMarkdown(markdown)).toEqual(["set", "up", "see", "the", "guid", "and", "each"]);
});

describe("analyzeQuestion", () => {
  it("drops stop words, and keeps them when nothing else is left", () => {
    expect(weights("How do I cancel the request?")).toEqual({ cancel: 1, request: 1 });
    expect(weights("what is this")).toEqual({ what: 1, is: 1, thi: 1 });
    expect(analyzeQuestion("?!…")).toEqual({ terms: [] });
  });

  it("weighs parts below the whole, unless the question has the part as a word of its own", () => {
    expect(weights("fs.readFile of a file")).toEqual({
      "fs.readfile": 1,
      fs: 0.4,
      readfil: 0.4,
      read: 0.4,
      file: 1,
    });
    expect(weights("server-side")).toEqual({ "server-side": 1, server: 0.7, side: 0.7 });
  });

  it("keeps the identifiers of a very long question", () => {
    const prose = Array.from(
      { length: 3000 },
      (_, i) => `w${"abcdefghij"[i % 10]}${"klmnopqrst"[((i / 10) % 10) | 0]}`,
    ).join(" ");
    const { terms } = analyzeQuestion(`${prose} ERR_MODULE_NOT_FOUND ${prose} useId`);
    expect(terms).toHaveLength(24);
    expect(terms.map(({ term }) => term)).toEqual(expect.arrayContaining(["err_module_not_found", "useid"]));
  });
});

describe("manuals in other letters", () => {
  it.each([
    [
      "Russian, in other cases",
      "Как удалить файлы конфигурации пакета?",
      "Чтобы удалить пакет вместе с файлом его конфигурации, вызовите программу с командой purge.",
      "Программа показывает список каталогов, которые видны пользователям.",
    ],
    [
      "Russian, by a verb",
      "настройка сетевых интерфейсов",
      "Сетевой интерфейс описан в файле interfaces; настройки читаются при запуске.",
      "Команда печатает строки текста, начиная с последней.",
    ],
    [
      "Ukrainian",
      "встановлення пакунків",
      "Після встановлення пакунка програму можна запустити.",
      "Рядки файла буде показано у зворотному порядку.",
    ],
    [
      "Arabic, with and without the article",
      "كيف أحذف الملفات المؤقتة؟",
      "لحذف ملفات مؤقتة من القرص، احذف الملف باستخدام الأمر التالي.",
      "يعرض البرنامج قائمة بالمستخدمين على الخادم.",
    ],
    [
      "Arabic, with vowels and other forms of letters",
      "إعداد الشبكة",
      "يتمّ اعدادُ الشبكه عند بدء التشغيل.",
      "يطبع الأمر أسطر النص من الأخير إلى الأول.",
    ],
    [
      "Chinese",
      "删除软件包的配置文件",
      "要删除软件包及其配置文件，请使用 purge 命令。",
      "该程序显示当前登录的用户列表。",
    ],
    [
      "Japanese",
      "パッケージの設定ファイルを削除する",
      "パッケージと設定ファイルを削除するには、purge を使います。",
      "このコマンドは行を逆の順に表示します。",
    ],
    [
      "Korean",
      "패키지 설정 파일 삭제",
      "패키지와 설정 파일을 삭제하려면 purge 명령을 사용합니다.",
      "이 명령은 줄을 거꾸로 출력합니다.",
    ],
  ])("finds what is asked in %s", (_language, question, answer, other) => {
    expect(shareFound(question, answer)).toBeGreaterThanOrEqual(0.6);
    expect(shareFound(question, other)).toBeLessThanOrEqual(0.2);
  });

  it("drops words of a question that say nothing, and keeps the names in it", () => {
    expect(Object.keys(weights("Как и что делает apt-get в каталоге?"))).toEqual([
      "дел",
      "apt-get",
      "apt",
      "каталог",
    ]);
    expect(Object.keys(weights("ما هو systemd؟"))).toEqual(["systemd"]);
  });
});

/** Share of a question's terms that are in a passage. */
function shareFound(question: string, passage: string): number {
  const inPassage = new Set(analyzeText(passage));
  const { terms } = analyzeQuestion(question);
  return terms.filter(({ term }) => inPassage.has(term)).length / terms.length;
}

function weights(question: string): Record<string, number> {
  return Object.fromEntries(analyzeQuestion(question).terms.map(({ term, weight }) => [term, weight]));
}
