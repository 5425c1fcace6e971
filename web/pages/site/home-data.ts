import type { Lap } from "#web/features/home/race.tsx";

/** The data of `virtual:home`; made by scripts/home-plugin.ts when the site is built. */
export type HomeData = {
  setups: { id: string; name: string; where: string; text: string }[];
  ways: { name: string; questions: number; answeredShare: number; meanTokens: number }[];
  /** Number of documentations that the questions are about. */
  corpora: number;
  /** The questions that the page offers, and the cost of answering them. */
  laps: Lap[];
  /** The stand-in for the MCP address in the texts. */
  urlPlaceholder: string;
};
