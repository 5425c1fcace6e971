/** Most bytes of a file: an isolate has 128 MB, and the parser holds the whole file beside the text of its pages. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_FILES_PER_SET = 500;
/** Most pages of one file; a longer file is a collection and can be split. */
export const MAX_PAGES_PER_FILE = 5000;
