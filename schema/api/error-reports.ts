/** Length limits of a report of an error in a browser, in characters. */
export const ERROR_REPORT = { message: 500, stack: 4000, path: 500, build: 100 } as const;

/** Places in the web app where an error is caught. */
export const ERROR_REPORT_KINDS = ["script", "promise", "page"] as const;
