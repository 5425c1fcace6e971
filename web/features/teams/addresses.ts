/** The mail addresses that a person has typed or pasted, one by one. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]/).filter((part) => part !== ""))];
}
