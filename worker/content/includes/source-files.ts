/** The files beside a document: those of the same commit, or of the same archive. */
export type SourceFiles = {
  /** Names of all files; asked for when the first include is met. */
  names(): Promise<FileNames>;
  /** The text of a file that is among the names; null for a file that is no text, too large, or gone. */
  read(path: string): Promise<string | null>;
};

/** Paths of a repository or an archive, by path and by last segment. */
export class FileNames {
  readonly #paths: Set<string>;
  #byName: Map<string, string[]> | null = null;

  constructor(paths: Iterable<string>) {
    this.#paths = new Set(paths);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Paths that end with these segments, at most `MAX_FOUND` of them. */
  endingWith(segments: string): string[] {
    const name = segments.slice(segments.lastIndexOf("/") + 1);
    const found = (this.#names().get(name) ?? []).filter(
      (path) => path === segments || path.endsWith(`/${segments}`),
    );
    return found.slice(0, MAX_FOUND);
  }

  #names(): Map<string, string[]> {
    if (this.#byName) return this.#byName;
    this.#byName = new Map();
    for (const path of this.#paths) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const known = this.#byName.get(name);
      if (known) known.push(path);
      else this.#byName.set(name, [path]);
    }
    return this.#byName;
  }
}

const MAX_FOUND = 200;
