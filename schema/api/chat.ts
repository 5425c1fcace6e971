/** Limits of a chat and its questions; the worker enforces them and the pages show them. */
export const CHAT_LIMITS = {
  questionCharacters: 2000,
  titleCharacters: 80,
  conversations: 200,
  turnsOfConversation: 50,
  /** Turns of one person that are answered at the same time. */
  runningTurns: 3,
  demoQuestionsAnHour: 10,
} as const;

/** Form of ids that a browser makes, so that the same turn or conversation sent twice is one. */
export const CHAT_ID = /^[\w-]{16,64}$/;

/** A passage that an answer may cite, by its number in its turn. */
export type ChatPassage = {
  number: number;
  title: string;
  url: string;
  headingPath: string[];
  /** Name of the source; null for a page that no index holds. */
  source: string | null;
  version: string | null;
  /** Time of the fetch, ISO. */
  fetchedAt: string;
  text: string;
};

export type Facts = Record<string, string | number | boolean | null | string[]>;

/** Size and price of a tool call, as agents are told. */
export type ToolReceipt = {
  tokensSent: number;
  tokensWithheld: number;
  tokensOfFullPages: number;
  creditsUsed: number;
  creditsLeft: number;
};

/** One call of a tool, as an agent would have made it. */
export type ToolRun = {
  tool: "docenda_search_documentation" | "docenda_read_url";
  /** Arguments as an agent would send them. */
  arguments: Facts;
  /** Confidence of a search. */
  confidence: "sure" | "nearest" | "absent" | null;
  passages: ChatPassage[];
  /** The reason why there are no passages, in words of ours. */
  notice: string | null;
  receipt: ToolReceipt;
};

/** The words of a passage that hold a sentence up: characters `start` to `end` of its text. */
export type Support = { passage: number; start: number; end: number };

/** Start of a piece of the answer: with a line of its own, as an item of a list, or behind the piece before it. */
export type PartStart = "paragraph" | "item" | "numbered" | "inline";

/**
 * A piece of an answer after it was checked. `supported`: the words are in the passages that `supports` points to. `unsupported`: no
 * passage says it. `remark`: the piece states nothing about the documentation, such as that the passages don't answer.
 */
export type AnswerPart =
  | { kind: "sentence"; starts: PartStart; text: string; status: PartStatus; supports: Support[] }
  | { kind: "code"; language: string; text: string; status: PartStatus; supports: Support[] }
  | { kind: "heading"; text: string };
export type PartStatus = "supported" | "unsupported" | "remark";

export type TurnProblem = { code: string; message: string; data: Facts };

/** State of a turn. `cut`: the machine that answered went away in the middle. */
export type TurnStatus = "running" | "done" | "stopped" | "failed" | "cut";

/** Size, time and price of a model's part of an answer. */
export type ModelUse = {
  name: string;
  /** o200k tokens that went to the model and that came from it. */
  tokensIn: number;
  tokensOut: number;
  /** Credits charged; 0 with a model of one's own. */
  credits: number;
};

/** Changes of a turn, one after the other. A turn is the fold of its events, so a client that missed some asks for those alone. */
export type TurnEvent =
  | { type: "tool"; run: ToolRun }
  | { type: "part"; part: AnswerPart }
  | {
      type: "end";
      status: Exclude<TurnStatus, "running">;
      model: ModelUse | null;
      problem: TurnProblem | null;
    };

export type Turn = {
  id: string;
  question: string;
  /** Time of the turn, ISO. */
  createdAt: string;
  status: TurnStatus;
  tools: ToolRun[];
  parts: AnswerPart[];
  /** Use of the model; null where no model answered: the passages are the answer. */
  model: ModelUse | null;
  problem: TurnProblem | null;
  /** Number of events that make up the turn. */
  events: number;
};

export type Conversation = {
  id: string;
  title: string;
  /** Id of the source to which the conversation is limited. */
  moduleId: string | null;
  createdAt: string;
  updatedAt: string;
  turns: Turn[];
  /** Number of turns that a link shows to everybody; null where nothing is shared. */
  sharedTurns: number | null;
};

export type ConversationSummary = Pick<Conversation, "id" | "title" | "moduleId" | "updatedAt"> & {
  isShared: boolean;
};

export function newTurn(id: string, question: string, createdAt: string): Turn {
  return {
    id,
    question,
    createdAt,
    status: "running",
    tools: [],
    parts: [],
    model: null,
    problem: null,
    events: 0,
  };
}

/** A turn after one more event. */
export function applyEvent(turn: Turn, event: TurnEvent): Turn {
  const next = { ...turn, events: turn.events + 1 };
  switch (event.type) {
    case "tool":
      return { ...next, tools: [...turn.tools, event.run] };
    case "part":
      return { ...next, parts: [...turn.parts, event.part] };
    case "end":
      return { ...next, status: event.status, model: event.model, problem: event.problem };
    default:
      return event satisfies never;
  }
}

/** The passages of a turn by their numbers. */
export function passagesOf(turn: Pick<Turn, "tools">): ChatPassage[] {
  return turn.tools.flatMap(({ passages }) => passages);
}
