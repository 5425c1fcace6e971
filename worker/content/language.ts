/** Words that every page of a language has, and hardly a page of another language. */
const COMMON_WORDS: Record<string, string> = {
  en: "the and of to is that for with are this be as by which from it",
  de: "der die und das ist nicht mit den von werden eine auf ein für sich dem",
  fr: "le les des et est une dans pour que qui pas sur avec sont vous du",
  es: "el los las y una por con para que del se es como más pero sus",
  it: "il che di e la per non una con sono della le gli dei alla anche",
  pt: "o os as que não uma para com do da em dos são mais ser pelo",
  nl: "de het een en van is niet dat met voor zijn op aan wordt deze ook",
  pl: "i w nie na się jest do że z jak oraz przez dla jego są lub",
  sv: "och att det som är en på för med av inte den ett till kan om",
  da: "og at det er en af til på som med for ikke den de kan et",
  cs: "a v se na je že s z do pro jsou jako nebo které být by",
  tr: "ve bir bu için ile olarak daha olan gibi veya çok kadar en her ne ancak",
};
/** Least share of a sample's words that must be on a language's list to tell the language. */
const LEAST_SHARE = 0.06;
const SAMPLE_WORDS = 5000;

/** ISO 639-1 of the language that most of a text is in; null when the language cannot be told. */
export function languageOf(text: string): string | null {
  const byScript = languageOfScript(text);
  if (byScript) return byScript;
  const words =
    text
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.slice(0, SAMPLE_WORDS) ?? [];
  if (words.length < 20) return null;
  const counts = Object.entries(COMMON_WORDS).map(([language, list]) => {
    const common = new Set(list.split(" "));
    return { language, count: words.filter((word) => common.has(word)).length };
  });
  const [best, second] = counts.toSorted((a, b) => b.count - a.count);
  if (!best || best.count < words.length * LEAST_SHARE || best.count === second?.count) return null;
  return best.language;
}

function languageOfScript(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const share = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / Math.max(1, letters);
  if (share(/[\u3040-\u30ff]/g) > 0.1) return "ja";
  if (share(/[\uac00-\ud7af]/g) > 0.2) return "ko";
  if (share(/[\u4e00-\u9fff]/g) > 0.2) return "zh";
  if (share(/[\u0400-\u04ff]/g) > 0.4) return /[іїєґ]/i.test(text) && !/[ыэъ]/i.test(text) ? "uk" : "ru";
  if (share(/[\u0370-\u03ff]/g) > 0.4) return "el";
  if (share(/[\u0600-\u06ff]/g) > 0.4) return "ar";
  if (share(/[\u0590-\u05ff]/g) > 0.4) return "he";
  return null;
}
