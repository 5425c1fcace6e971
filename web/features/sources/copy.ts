/** The words of the specification, section 8. */
export const LOAD_INDEX_FAILED = "Failed to load private index";
