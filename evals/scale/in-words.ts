/** `$7.25`; from $100 on without cents. */
export function usdInWords(usd: number): string {
  const digits = usd < 100 ? 2 : 0;
  return `$${usd.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** `12,345`; below 1,000 with three digits. */
export function countInWords(count: number): string {
  const digits = count < 1_000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  return count.toLocaleString("en-US", digits);
}

/** `40 seconds`, `32 minutes`, `2.2 days`. */
export function timeInWords(seconds: number): string {
  if (seconds < 120) return `${countInWords(seconds)} seconds`;
  if (seconds < 7_200) return `${countInWords(seconds / 60)} minutes`;
  return seconds < 172_800
    ? `${countInWords(seconds / 3_600)} hours`
    : `${countInWords(seconds / 86_400)} days`;
}
