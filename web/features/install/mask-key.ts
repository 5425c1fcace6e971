const SHOWN_AT_START = 8;
const SHOWN_AT_END = 4;

/** A text with its key masked: the first 8 characters, dots, the last 4 (specification, section 9). */
export function maskedIn(text: string, apiKey: string | null): string {
  if (!apiKey) return text;
  const isLong = apiKey.length > SHOWN_AT_START + SHOWN_AT_END;
  const masked = isLong ? `${apiKey.slice(0, SHOWN_AT_START)}...${apiKey.slice(-SHOWN_AT_END)}` : "...";
  return text.replaceAll(apiKey, masked);
}
