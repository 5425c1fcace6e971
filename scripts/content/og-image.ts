import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori from "satori";
import { PRODUCT } from "#schema/values.ts";

/** The words on the picture for links to a page. */
export type OgImageText = { heading: string; description: string };

/** Version of the template. Raise it when the template changes, so that pictures in the cache are drawn again. */
const TEMPLATE = 2;
const WIDTH = 1200;
const HEIGHT = 630;
/** The light theme of the site: paper, ink, one green, and the highlighter for what an agent reads. */
const INK = "#1C1B18";
const PAPER = "#FBFAF7";
const MUTED = "#57534A";
const GREEN = "#0F5C4A";
const MARK = "#FFE38A";
const RULE = "#DEDACF";

const require = createRequire(import.meta.url);

/** A PNG of 1200 by 630. Drawing one takes a tenth of a second, so pictures are kept in `cacheDir` by their content. */
export async function ogImage(text: OgImageText, cacheDir: string): Promise<Uint8Array> {
  const hash = createHash("sha256")
    .update(JSON.stringify([TEMPLATE, text]))
    .digest("hex")
    .slice(0, 24);
  const kept = join(cacheDir, `${hash}.png`);
  if (existsSync(kept)) return readFileSync(kept);
  const png = await draw(text);
  mkdirSync(cacheDir, { recursive: true });
  writeFileSync(kept, png);
  return png;
}

async function draw(text: OgImageText): Promise<Uint8Array> {
  const fonts = await loadOnce();
  const svg = await satori(template(text) as Parameters<typeof satori>[0], {
    width: WIDTH,
    height: HEIGHT,
    fonts,
  });
  return new Resvg(svg).render().asPng();
}

type Font = { name: string; data: Buffer; weight: 400 | 600 };
let loading: Promise<Font[]> | null = null;

function loadOnce(): Promise<Font[]> {
  loading ??= (async () => {
    await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
    return [
      {
        name: "Instrument Sans",
        weight: 400,
        data: readFileSync(
          require.resolve("@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff"),
        ),
      },
      {
        name: "Instrument Sans",
        weight: 600,
        data: readFileSync(
          require.resolve("@fontsource/instrument-sans/files/instrument-sans-latin-600-normal.woff"),
        ),
      },
    ];
  })();
  return loading;
}

/** The product's name, the heading, a sentence, and the trim bar: the read part of a page, and the rest. */
function template({ heading, description }: OgImageText): Node {
  return box(
    {
      flexDirection: "column",
      boxSizing: "border-box",
      width: WIDTH,
      height: HEIGHT,
      padding: 72,
      background: PAPER,
      color: INK,
    },
    [
      box({ fontSize: 34, fontWeight: 600, color: GREEN }, PRODUCT),
      box(
        {
          fontSize: heading.length > 34 ? 68 : 84,
          fontWeight: 600,
          letterSpacing: -2,
          lineHeight: 1.06,
          marginTop: 72,
        },
        heading,
      ),
      box({ fontSize: 34, lineHeight: 1.35, color: MUTED, marginTop: 28 }, description),
      box({ flexGrow: 1 }, []),
      box({ width: "100%", height: 22, background: RULE }, [
        box({ width: "7%", height: 22, background: MARK }, []),
      ]),
    ],
  );
}

type Node = { type: "div"; props: { style: Record<string, string | number>; children: Node[] | string } };

function box(style: Record<string, string | number>, children: Node[] | string): Node {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}
