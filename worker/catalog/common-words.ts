/**
 * Names of documented things that are, far more often, words of a question about something else: words of English, and of what programs
 * are about. The first ones begin orders and terms too: `click the button`, `chi square`. A name that is missing here routes every
 * question that has the word. Names whose other meaning no question about code uses (`celery`, `flask`, `rust`) are left out: they would
 * no longer be found within a sentence.
 */
const BEGINNINGS = list(
  "accelerate act bootstrap build bundle chi click combine dash fire fly ghost hatch invoke just make mock " +
    "paddle parse pick play query render replicate resend ring run serve start stdlib tap testify worklets",
);
const OTHERS = list(
  "agents ai air alpine amplitude analog ant anyhow aria arrow ash assert async atom attrs axis backbone " +
    "beam bit black blade block bolt boost bottle box buf buffer bull bundler bytes cache capacitor carbon " +
    "cargo chalk charts chef chroma chrome circle clap clerk cli client cloud cobra code cog color commander " +
    "common compose composer context convex core cors cryptography crystal cs css curl cursor dagger data " +
    "datasets date day debug deck default devise diesel doctrine dom echo edge effect element emotion env " +
    "error event express fabric factory fast feather fiber filament flow flux fmt form foundation foundry " +
    "framework fs gin go graph grid guard h3 haystack helix helmet hibernate hive hooks html http hvac hyper " +
    "hypothesis icons image ink instructor ion js json kind kit kt lambda leaflet less lexical lightning " +
    "linear lit load locust log lynx map mark markdown mask material math md metal meteor micro mint modal " +
    "model moment motion mux native neon nerves nest net next nim node notebook notion npm oauth oauth2 ol " +
    "orleans orm os packer page paper parcel passport path payload pest pg phoenix pillow pip pipeline " +
    "platform plot plug poetry polar portal post prettier prism process provider proxy pulsar puppet py rack " +
    "radix railway rand random ray rb read realm reason record reflex regex relay request requests response " +
    "rest retrofit rich rocket rollup room router rs rtl rule salt sanity scalar schema scheme script sdk " +
    "seed segment sequel server serverless session shadow sharp shell shiny signal simple slate slim " +
    "snowflake socket solid spring sql square stack state stencil stimulus storage store storm stream style " +
    "superset svg table task temporal terminal test text textual tf theme thread three time together " +
    "tokenizers tools tracing track transformers trio truss ts turbo ty type types ui unit unstructured url " +
    "utils uv vapor vault vector view wasp wave weave web wheel widget window word worker workers ws xml " +
    "yaml yarn zap",
);

/** True for a name that alone says nothing: the question must write the word in the way of a name. */
export function isCommonWord(word: string): boolean {
  return BEGINNINGS.has(word) || OTHERS.has(word);
}

/** Words that continue an English sentence, but not a list of search words. */
const GLUE = list(
  "a an the this that these those my your our its it all any each some to on in into onto out over through up down back of " +
    "off for from with without at by as and or but is are was be do does did can should if when while how what where which " +
    "why not no",
);
const PLACES = list("in with using via inside under");
/** Words that stand behind the name of a library. */
const KINDS = list(
  "api app cli docs documentation framework lib library module package plugin project sdk toolkit",
);
const BEFORE_IMPORTS = list("import from require install uninstall npm npx pnpm yarn pip pipx uvx gem crate");

/**
 * True when a question writes a common word as a name somewhere: in quotes or behind `import`, with a version, with a capital letter in
 * the midst of a sentence, as an owner (`Ghost's themes`), as the place of something (`routing in express`), in parentheses at the end,
 * before `library` and the like, or as the first of a list of search words. A package is also written with a member (`requests.get`), and
 * a package that nobody calls by that word counts in code and before `library` alone.
 */
export function isWrittenAsName(
  question: string,
  word: string,
  { isSpoken, isPackage }: { isSpoken: boolean; isPackage: boolean },
): boolean {
  return [...question.matchAll(/[\p{L}\p{N}]+/gu)].some((found, at, all) => {
    const [text] = found;
    if (text.toLowerCase() !== word) return false;
    const before = question.slice(0, found.index);
    const after = question.slice(found.index + text.length);
    // Excluded: the ending of a file, the member of something, a part of another name.
    if (/[.\-_/]$/.test(before) && !/["'`]@?[\w-]+\/$/.test(before)) return false;
    if (/^[-_]/.test(after)) return false;
    if (/["'`@]$/.test(before) || /^@?v?\d+\.\d|^@\d|^ v\d|^ \d+\.\d/.test(after)) return true;
    if (isPackage && /^\.[a-z_]/i.test(after)) return true;
    const previous = all[at - 1]?.[0].toLowerCase() ?? "";
    const next = /^\s+([\p{L}\p{N}]+)/u.exec(after)?.[1]?.toLowerCase() ?? "";
    if (/\s$/.test(before) && BEFORE_IMPORTS.has(previous)) return true;
    if (KINDS.has(next)) return true;
    if (!isSpoken) return false;
    if (isCapital(text) && /^['’]s\b/.test(after)) return true;
    if (PLACES.has(previous) && (next === "" || GLUE.has(next))) return true;
    if (/\s\($/.test(before) && /^\)[\s.!?]*$/.test(after) && !GLUE.has(previous)) return true;
    const said = before.trimEnd();
    const isFirst = said === "" || /[.!?:]$/.test(said) || before.slice(said.length).includes("\n");
    if (!isFirst) return isCapital(text) && all.some(([other]) => !isCapital(other));
    return at === 0 && next !== "" && !BEGINNINGS.has(word) && !GLUE.has(next);
  });
}

function isCapital(word: string): boolean {
  return word[0] !== word[0]!.toLowerCase();
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
