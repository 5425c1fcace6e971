/** Specification, section 8. */
export const LOAD_INDEX_FAILED = "Failed to load private index";
