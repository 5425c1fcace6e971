/** Most bytes of a string, blob or row, in D1 and in the SQLite of an object (both pages "Limits"); the simulators store larger ones. */
export const MAX_ROW_BYTES = 2_000_000;

/** Methods that read all rows of a statement at once; rows that are read one by one are not looked at. */
const READERS = ["one", "toArray"] as const;

/** SQLite of an object that refuses to store or to give strings, blobs and rows of more than 2 MB, as the platform does. */
export function limitRows(sql: SqlStorage): void {
  const exec = sql.exec.bind(sql);
  const limited = (query: string, ...bindings: unknown[]) => {
    refuseLarge(bindings);
    const cursor = exec(query, ...bindings);
    for (const name of READERS) {
      const read = cursor[name].bind(cursor) as () => Row | Row[];
      const value = (): Row | Row[] => {
        const rows = read();
        for (const row of Array.isArray(rows) ? rows : [rows]) refuseLarge(Object.values(row));
        return rows;
      };
      Object.defineProperty(cursor, name, { value, configurable: true });
    }
    return cursor;
  };
  Object.defineProperty(sql, "exec", { value: limited, configurable: true });
}

type Row = Record<string, unknown>;

/** Throws SQLite's error when the values of a row are too large together. */
export function refuseLarge(values: unknown[]): void {
  let bytes = 0;
  for (const value of values) {
    if (typeof value === "string") bytes += value.length;
    else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) bytes += value.byteLength;
  }
  if (bytes > MAX_ROW_BYTES) throw new Error("string or blob too big: SQLITE_TOOBIG");
}
