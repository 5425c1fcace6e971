import type { ReactNode } from "react";

/** The words that a list is filtered by. */
export type Finding = { wanted: string; onWant: (words: string) => void };

/** Functions that draw the newest run of each source. */
export type RunStates = {
  status: (moduleId: string) => ReactNode;
  isRunning: (moduleId: string) => boolean;
  /** A button that stops the run that goes on; nothing where none does. */
  cancel: (moduleId: string) => ReactNode;
};
