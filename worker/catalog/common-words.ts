/**
 * Names of things that have documentation and that are, far more often, words of a question about something else. The
 * verbs begin orders too: `click the button`. A name that is missing here routes every question that has the word.
 */
const VERBS = list(
  "accelerate act bootstrap build bundle click combine dash fire fly hatch invoke just make mock parse pick " +
    "play query render replicate resend ring run serve start tap",
);
const OTHERS = list(
  "agents ai air alpine amplitude analog ant aria arrow ash assert async atom axis backbone beam bit black " +
    "blade block bolt boost bottle box buffer bull bundler bytes cache carbon chalk charts chef chrome circle cli " +
    "client cloud code cog color common compose composer context convex core cors cryptography crystal cs css " +
    "curl cursor data datasets date day debug deck default devise dom echo edge effect element emotion env error " +
    "event express fabric factory fast feather fiber flow flux fmt form foundation framework fs gin go graph grid " +
    "guard h3 haystack helmet hive hooks html http hyper hypothesis icons image ink instructor ion js json kind " +
    "kit kt lambda less lexical lightning linear lit load log map mark markdown mask material math md metal " +
    "meteor micro mint modal model moment motion mux native neon nest net next node notebook notion npm ol orm os " +
    "page paper parcel passport path payload pg phoenix pillow pip pipeline platform plot plug poetry polar " +
    "portal post prism process provider proxy pulsar puppet py rack radix railway rand random ray rb read realm " +
    "reason record reflex regex relay request requests response rest retrofit rich rocket room router rs rtl rule " +
    "salt sanity scalar schema scheme script sdk seed segment sequel server serverless session shadow sharp shell " +
    "shiny signal simple slate slim socket solid spring sql square stack state stencil stimulus storage store " +
    "storm stream style superset svg table task temporal terminal test text textual tf theme thread three time " +
    "together tokenizers tools tracing track transformers ts turbo type types ui unit unstructured url utils uv " +
    "vapor vault vector view wave weave web wheel widget window word worker workers ws xml yaml yarn",
);

/** Whether a name alone says nothing: the question must write it in a way in which names are written. */
export function isCommonWord(word: string): boolean {
  return VERBS.has(word) || OTHERS.has(word);
}

/** What an English sentence goes on with, and a list of search words does not. */
const GLUE = list(
  "a an the this that these those my your our its it all any each some to on in into onto out over through up down back of " +
    "off for from with without at by as and or but is are was be do does did can should if when while how what where which " +
    "why not no",
);
const PLACES = list("in with using via inside under");
/** What stands behind the name of a library. */
const KINDS = list(
  "api app cli docs documentation framework lib library module package plugin project sdk toolkit",
);
const BEFORE_IMPORTS = list("import from require install uninstall npm npx pnpm yarn pip pipx uvx gem crate");

/**
 * Whether a question writes a common word as a name somewhere: in quotes or behind `import`, with a version, with a capital
 * letter in the midst of a sentence, as the place of something (`routing in express`), before `library` and the like, or as
 * the first of a list of search words. A package is also written with a member (`requests.get`), and one that nobody
 * speaks of by that word counts in code and before `library` alone.
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
    // The ending of a file, the member of something, a part of another name.
    if (/[.\-_/]$/.test(before) && !/["'`]@?[\w-]+\/$/.test(before)) return false;
    if (/^[-_]/.test(after)) return false;
    if (/["'`@]$/.test(before) || /^@?v?\d+\.\d|^@\d|^ v\d|^ \d+\.\d/.test(after)) return true;
    if (isPackage && /^\.[a-z_]/i.test(after)) return true;
    const previous = all[at - 1]?.[0].toLowerCase() ?? "";
    const next = /^\s+([\p{L}\p{N}]+)/u.exec(after)?.[1]?.toLowerCase() ?? "";
    if (/\s$/.test(before) && BEFORE_IMPORTS.has(previous)) return true;
    if (KINDS.has(next)) return true;
    if (!isSpoken) return false;
    if (PLACES.has(previous) && (next === "" || GLUE.has(next))) return true;
    const isFirst = /(?:^|[.!?:\n])\s*$/.test(before);
    if (!isFirst) return isCapital(text) && all.some(([other]) => !isCapital(other));
    return at === 0 && next !== "" && !VERBS.has(word) && !GLUE.has(next);
  });
}

function isCapital(word: string): boolean {
  return word[0] !== word[0]!.toLowerCase();
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}
