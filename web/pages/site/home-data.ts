import type { Lap } from "#web/features/home/race.tsx";

/** What `virtual:home` holds; made by scripts/home-plugin.ts when the site is built. */
export type HomeData = {
  setups: { id: string; name: string; where: string; text: string }[];
  ways: { name: string; questions: number; answeredShare: number; meanTokens: number }[];
  /** How many documentations the questions are about. */
  corpora: number;
  /** The questions that the page offers, and what answering them costs. */
  laps: Lap[];
  /** Stands in the texts where the MCP address goes. */
  urlPlaceholder: string;
};
