import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { PackedSource, PackFile } from "#schema/api/packs.ts";
import { CliError } from "../cli-error.ts";
import { EXIT } from "../exit-codes.ts";

/** Version of the file format, raised when an older file can't be read any more. */
const FORMAT = 1;

export type Offer = { tools: unknown[]; instructions: string };

/** One SQLite file: the data files, and for each source the database of its index as a value. */
export class PackFileStore {
  readonly #database: DatabaseSync;
  readonly #folder = mkdtempSync(join(tmpdir(), "docenda-pack-"));

  private constructor(database: DatabaseSync) {
    this.#database = database;
    // Ctrl-C and errors end the process too.
    process.once("exit", () => rmSync(this.#folder, { recursive: true, force: true }));
  }

  /** A new pack, for the eyes of its owner: it may hold private documents. The file must not be there. Throws CliError when it can't be written. */
  static create(path: string, analysis: number): PackFileStore {
    try {
      writeFileSync(path, "", { mode: 0o600, flag: "wx" });
    } catch (cause) {
      throw new CliError(
        EXIT.usage,
        "invalid-argument",
        `Can't write to ${path}. Check that the folder exists and that you may write to it.`,
        { cause },
      );
    }
    const database = new DatabaseSync(path);
    database.exec(`
      CREATE TABLE pack (format INTEGER NOT NULL, analysis INTEGER NOT NULL, packed_at TEXT NOT NULL, offer TEXT NOT NULL);
      CREATE TABLE file (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
      CREATE TABLE source (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, version TEXT, url TEXT NOT NULL, is_public INTEGER NOT NULL,
        pages INTEGER NOT NULL, data BLOB NOT NULL
      )`);
    database.prepare("INSERT INTO pack VALUES (?, ?, ?, '')").run(FORMAT, analysis, new Date().toISOString());
    return new PackFileStore(database);
  }

  /** Opens a pack. Throws CliError for a file that is no pack. */
  static open(path: string): PackFileStore {
    try {
      statSync(path);
      const database = new DatabaseSync(path, { readOnly: true });
      const row = database.prepare("SELECT format FROM pack").get();
      if (row?.["format"] === FORMAT) return new PackFileStore(database);
    } catch (cause) {
      throw unusable(path, cause);
    }
    throw unusable(path, undefined);
  }

  /** The version of the analysis by which the pages are indexed: a question must be analysed by the same version. */
  get analysis(): number {
    return Number(this.#database.prepare("SELECT analysis FROM pack").get()!["analysis"]);
  }

  /** The server's offer to agents, in the server's words. */
  get offer(): Offer {
    return JSON.parse(String(this.#database.prepare("SELECT offer FROM pack").get()!["offer"])) as Offer;
  }
  set offer(offer: Offer) {
    this.#database.prepare("UPDATE pack SET offer = ?").run(JSON.stringify(offer));
  }

  putFile(name: PackFile, data: Uint8Array): void {
    this.#database.prepare("INSERT INTO file VALUES (?, ?)").run(name, data);
  }

  readFile(name: PackFile): ArrayBuffer {
    const row = this.#database.prepare("SELECT data FROM file WHERE name = ?").get(name);
    return (row!["data"] as Uint8Array<ArrayBuffer>).slice().buffer;
  }

  /** The sources, the owner's before the public ones, by name. */
  listSources(): PackedSource[] {
    return this.#database
      .prepare("SELECT id, name, version, url, is_public, pages FROM source ORDER BY is_public, name, rowid")
      .all()
      .map((row) => ({
        id: String(row["id"]),
        name: String(row["name"]),
        version: row["version"] as string | null,
        url: String(row["url"]),
        isPublic: row["is_public"] === 1,
        totalPages: Number(row["pages"]),
      }));
  }

  /** Path where the index of a source is built before `putSource`, or lies after `extractSource`. Gone when the process ends. */
  indexPath(sourceId: string): string {
    return join(this.#folder, `${sourceId.replaceAll(/\W/g, "_")}.db`);
  }

  /** Takes in the index at `indexPath`, which must be closed. */
  putSource({ id, name, version, url, isPublic, totalPages }: PackedSource): void {
    this.#database
      .prepare("INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(id, name, version, url, isPublic ? 1 : 0, totalPages, readFileSync(this.indexPath(id)));
  }

  /** Writes the index of a source to `indexPath`, which it returns: SQLite opens files alone. */
  extractSource(id: string): string {
    const row = this.#database.prepare("SELECT data FROM source WHERE id = ?").get(id);
    writeFileSync(this.indexPath(id), row!["data"] as Uint8Array, { mode: 0o600 });
    return this.indexPath(id);
  }

  close(): void {
    this.#database.close();
  }
}

function unusable(path: string, cause: unknown): CliError {
  return new CliError(
    EXIT.usage,
    "invalid-argument",
    `${path} isn't a pack that this version can read. Check the path, or make the file again with \`docenda pack\`.`,
    { cause },
  );
}
