/** Words that stand beside a copy button for two seconds (specification, sections 8 and 9). */
export const COPIED = "Copied to clipboard";
export const COPY_FAILED = "Failed to copy";
export const OUTCOME_SHOWN_MS = 2_000;
