import { applyEvent, CHAT_LIMITS, newTurn } from "#schema/api/chat.ts";
import type { Conversation, ConversationSummary, Turn, TurnEvent } from "#schema/api/chat.ts";

type ConversationRow = {
  id: string;
  scope: string;
  title: string;
  module_id: string | null;
  created_at: number;
  updated_at: number;
  shared_turns: number | null;
};
type TurnRow = { id: string; question: string; created_at: number };

export type NewTurn = {
  /** Principal of the owner for whom the question is asked. */
  scope: string;
  conversationId: string;
  moduleId: string | null;
  turnId: string;
  question: string;
  /** Turn that, with all later ones, makes room for the new turn. */
  replaces: string | null;
};

/** Outcome of a new turn. `too-many`: earlier turns still run. `full`: no more turns allowed. `unknown`: the replaced turn is missing. */
export type BeginOutcome = "begun" | "already" | "too-many" | "full" | "unknown";

/**
 * Conversations of one person, each of one owner (the person, or a team). Every reading and writing names the owner: another owner's
 * conversation is not found. The course of a turn is kept event by event.
 */
export class ConversationStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      CREATE TABLE IF NOT EXISTS conversations (
        id TEXT PRIMARY KEY, scope TEXT NOT NULL, title TEXT NOT NULL, module_id TEXT,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, shared_turns INTEGER
      );
      CREATE TABLE IF NOT EXISTS turns (
        id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, position INTEGER NOT NULL,
        question TEXT NOT NULL, created_at INTEGER NOT NULL, is_running INTEGER NOT NULL
      );
      CREATE INDEX IF NOT EXISTS turns_conversation ON turns (conversation_id, position);
      CREATE TABLE IF NOT EXISTS events (
        turn_id TEXT NOT NULL, n INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (turn_id, n)
      ) WITHOUT ROWID;
    `);
  }

  /** Conversations of an owner, the latest first. */
  list(scope: string): ConversationSummary[] {
    return this.#sql
      .exec<ConversationRow>("SELECT * FROM conversations WHERE scope = ? ORDER BY updated_at DESC", scope)
      .toArray()
      .map((row) => ({
        id: row.id,
        title: row.title,
        moduleId: row.module_id,
        updatedAt: new Date(row.updated_at).toISOString(),
        isShared: row.shared_turns !== null,
      }));
  }

  find(scope: string, id: string): Conversation | null {
    const row = this.#row(scope, id);
    return row && { ...describe(row), turns: this.#turnRows(id).map((turn) => this.#turnOf(turn)) };
  }

  /** A turn of a conversation of the owner. */
  findTurn(scope: string, turnId: string): Turn | null {
    const [turn] = this.#sql
      .exec<TurnRow>(
        `SELECT turns.id, question, turns.created_at FROM turns JOIN conversations ON conversations.id = conversation_id
         WHERE turns.id = ? AND scope = ?`,
        turnId,
        scope,
      )
      .toArray();
    return turn ? this.#turnOf(turn) : null;
  }

  /** Stores a turn before the answer. A second call with the same id changes nothing. */
  begin(turn: NewTurn, now: number): BeginOutcome {
    const { scope, conversationId, turnId, question, replaces } = turn;
    if (this.#sql.exec("SELECT 1 FROM turns WHERE id = ?", turnId).toArray().length > 0)
      return this.findTurn(scope, turnId) ? "already" : "unknown";
    if (this.runningTurns().length >= CHAT_LIMITS.runningTurns) return "too-many";
    const known = this.#sql
      .exec<ConversationRow>("SELECT * FROM conversations WHERE id = ?", conversationId)
      .toArray()[0];
    // An id of another owner's conversation, or of another module's, begins nothing here.
    if (known && (known.scope !== scope || known.module_id !== turn.moduleId)) return "unknown";
    if (replaces !== null && !this.#cutFrom(conversationId, replaces)) return "unknown";
    const turns = this.#turnRows(conversationId).length;
    if (turns >= CHAT_LIMITS.turnsOfConversation) return "full";
    const title = titleOf(question);
    if (!known) {
      this.#makeRoom(scope);
      this.#sql.exec(
        "INSERT INTO conversations VALUES (?, ?, ?, ?, ?, ?, NULL)",
        conversationId,
        scope,
        title,
        turn.moduleId,
        now,
        now,
      );
    } else
      this.#sql.exec(
        "UPDATE conversations SET updated_at = ?, title = ? WHERE id = ?",
        now,
        turns === 0 ? title : known.title,
        conversationId,
      );
    this.#sql.exec(
      "INSERT INTO turns VALUES (?, ?, ?, ?, ?, 1)",
      turnId,
      conversationId,
      turns,
      question,
      now,
    );
    return "begun";
  }

  /** Adds an event to a turn, unless the turn has ended or is gone. Returns the event's number, or null. */
  add(turnId: string, event: TurnEvent): number | null {
    const open = this.#sql.exec("SELECT 1 FROM turns WHERE id = ? AND is_running = 1", turnId).toArray();
    if (open.length === 0) return null;
    const { n } = this.#sql
      .exec<{ n: number }>("SELECT count(*) AS n FROM events WHERE turn_id = ?", turnId)
      .one();
    this.#sql.exec("INSERT INTO events VALUES (?, ?, ?)", turnId, n, JSON.stringify(event));
    if (event.type === "end") this.#sql.exec("UPDATE turns SET is_running = 0 WHERE id = ?", turnId);
    return n;
  }

  /** The events of a turn from number `after` on. */
  eventsFrom(turnId: string, after: number): { n: number; event: TurnEvent }[] {
    return this.#sql
      .exec<{ n: number; event: string }>(
        "SELECT n, event FROM events WHERE turn_id = ? AND n >= ? ORDER BY n",
        turnId,
        after,
      )
      .toArray()
      .map(({ n, event }) => ({ n, event: JSON.parse(event) as TurnEvent }));
  }

  runningTurns(): string[] {
    return this.#sql
      .exec<{ id: string }>("SELECT id FROM turns WHERE is_running = 1")
      .toArray()
      .map(({ id }) => id);
  }

  /** Shares the present turns with everybody who has the link, or stops sharing. False where there is no such conversation. */
  setShared(scope: string, id: string, isShared: boolean): boolean {
    if (!this.#row(scope, id)) return false;
    const turns = isShared ? this.#turnRows(id).length : null;
    this.#sql.exec("UPDATE conversations SET shared_turns = ? WHERE id = ?", turns, id);
    return true;
  }

  /** The conversation that a link shows, with the turns at the time of the link. */
  findShared(id: string): Conversation | null {
    const [row] = this.#sql
      .exec<ConversationRow>("SELECT * FROM conversations WHERE id = ? AND shared_turns IS NOT NULL", id)
      .toArray();
    if (!row) return null;
    const turns = this.#turnRows(id).slice(0, row.shared_turns!);
    return { ...describe(row), turns: turns.map((turn) => this.#turnOf(turn)) };
  }

  /** Deletes a conversation; false where there was none. */
  remove(scope: string, id: string): boolean {
    if (!this.#row(scope, id)) return false;
    this.#removeTurns(this.#turnRows(id).map((turn) => turn.id));
    this.#sql.exec("DELETE FROM conversations WHERE id = ?", id);
    return true;
  }

  /** Conversations of all owners, one at a time, with the owner's principal. */
  *all(): Generator<Conversation & { scope: string }> {
    const rows = this.#sql.exec<ConversationRow>("SELECT * FROM conversations ORDER BY created_at").toArray();
    for (const row of rows) yield { scope: row.scope, ...this.find(row.scope, row.id)! };
  }

  #row(scope: string, id: string): ConversationRow | null {
    const rows = this.#sql
      .exec<ConversationRow>("SELECT * FROM conversations WHERE id = ? AND scope = ?", id, scope)
      .toArray();
    return rows[0] ?? null;
  }

  #turnRows(conversationId: string): TurnRow[] {
    return this.#sql
      .exec<TurnRow>(
        "SELECT id, question, created_at FROM turns WHERE conversation_id = ? ORDER BY position",
        conversationId,
      )
      .toArray();
  }

  #turnOf({ id, question, created_at: createdAt }: TurnRow): Turn {
    const turn = newTurn(id, question, new Date(createdAt).toISOString());
    return this.eventsFrom(id, 0).reduce((state, { event }) => applyEvent(state, event), turn);
  }

  /** Deletes a turn and all later ones; false, without a change, where the turn is of another conversation. */
  #cutFrom(conversationId: string, turnId: string): boolean {
    const rows = this.#turnRows(conversationId);
    const at = rows.findIndex(({ id }) => id === turnId);
    if (at === -1) return false;
    this.#removeTurns(rows.slice(at).map(({ id }) => id));
    // A link never shows turns that came after its making.
    this.#sql.exec(
      "UPDATE conversations SET shared_turns = min(shared_turns, ?) WHERE id = ? AND shared_turns IS NOT NULL",
      at,
      conversationId,
    );
    return true;
  }

  #removeTurns(ids: string[]): void {
    for (const id of ids) {
      this.#sql.exec("DELETE FROM events WHERE turn_id = ?", id);
      this.#sql.exec("DELETE FROM turns WHERE id = ?", id);
    }
  }

  /** Deletes the oldest conversation of an owner at the limit. */
  #makeRoom(scope: string): void {
    const old = this.list(scope).slice(CHAT_LIMITS.conversations - 1);
    for (const { id } of old) this.remove(scope, id);
  }
}

function describe(row: ConversationRow): Omit<Conversation, "turns"> {
  return {
    id: row.id,
    title: row.title,
    moduleId: row.module_id,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    sharedTurns: row.shared_turns,
  };
}

function titleOf(question: string): string {
  const line = question.replace(/\s+/g, " ").trim();
  const { titleCharacters } = CHAT_LIMITS;
  return line.length <= titleCharacters ? line : `${line.slice(0, titleCharacters - 1).trimEnd()}…`;
}
