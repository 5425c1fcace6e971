/** Work for the `pdf` queue: read one file of a set. Carries ids and the set's generation, never bytes. */
export type PdfMessage = { setId: string; fileId: string; generation: number };
