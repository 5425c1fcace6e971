import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { InferRequestType, InferResponseType } from "hono/client";
import type { Conversation, ConversationSummary, Turn } from "#schema/api/chat.ts";
import { answerOf, api } from "#web/api/client.ts";
import { reach, readJson } from "#web/api/reach.ts";

const chat = api.api.chat;
export type ModelInfo = InferResponseType<typeof chat.model.$get>;
export type ModelInput = InferRequestType<typeof chat.model.$put>["json"];
export type AskInput = InferRequestType<typeof chat.turns.$post>["json"];

/** The person's conversations in this scope, the latest first. Live. */
export function useConversations() {
  return useQuery({
    queryKey: ["conversations"],
    queryFn: async () =>
      (await getJson<{ conversations: ConversationSummary[] }>("/api/chat/conversations")).conversations,
  });
}

/** A conversation with its turns; for null nothing is asked. Live. */
export function useConversation(id: string | null) {
  return useQuery({
    queryKey: ["conversations", id],
    enabled: id !== null,
    queryFn: () => getJson<Conversation>(`/api/chat/conversations/${encodeURIComponent(id!)}`),
  });
}

export function useModel() {
  return useQuery({ queryKey: ["chat-model"], queryFn: () => answerOf(chat.model.$get()) });
}

export function useModule(moduleId: string | null) {
  return useQuery({
    queryKey: ["sources", "chat", moduleId],
    enabled: moduleId !== null,
    queryFn: () => answerOf(chat.modules[":id"].$get({ param: { id: moduleId! } })),
  });
}

/** Reads conversations again after one was changed. */
export function useReloadConversations(): () => Promise<unknown> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["conversations"] });
}

/** Changes the turns of a conversation as it is shown, also of one that the server has just begun. */
export function useShowTurns(): (id: string, change: (turns: readonly Turn[]) => Turn[]) => void {
  const client = useQueryClient();
  return (id, change) =>
    client.setQueryData<Conversation>(["conversations", id], (before) => ({
      id,
      title: "",
      moduleId: null,
      createdAt: "",
      updatedAt: "",
      sharedTurns: null,
      ...before,
      turns: change(before?.turns ?? []),
    }));
}

export function ask(input: AskInput) {
  return answerOf(chat.turns.$post({ json: input }));
}

export function stopTurn(turnId: string) {
  return answerOf(chat.turns[":turnId"].stop.$post({ param: { turnId } }));
}

export function deleteConversation(id: string) {
  return answerOf(chat.conversations[":id"].$delete({ param: { id } }));
}

/** Makes a link to a conversation and returns its address. */
export async function share(id: string): Promise<string> {
  const { token } = await answerOf(chat.conversations[":id"].share.$post({ param: { id } }));
  return `${location.origin}/chat/shared/${token}`;
}

export function unshare(id: string) {
  return answerOf(chat.conversations[":id"].share.$delete({ param: { id } }));
}

export function saveModel(input: ModelInput) {
  return answerOf(chat.model.$put({ json: input }));
}

export function removeModel() {
  return answerOf(chat.model.$delete());
}

export type SharedConversation = Pick<Conversation, "title" | "updatedAt" | "turns">;

export function getShared(token: string): Promise<SharedConversation> {
  return getJson(`/api/shared-chats/${encodeURIComponent(token)}`);
}

export type DemoInfo = InferResponseType<typeof api.api.demo.$get>;

export function getDemo(): Promise<DemoInfo> {
  return answerOf(api.api.demo.$get());
}

export function askDemo(input: { turnId: string; question: string }) {
  return answerOf(api.api.demo.turns.$post({ json: input }));
}

export function stopDemo(turnId: string) {
  return answerOf(api.api.demo.turns[":turnId"].stop.$post({ param: { turnId } }));
}

/** An id that nobody can guess, for a conversation or a turn. */
export function newChatId(): string {
  return crypto.randomUUID();
}

/** Turns are a closed list of shapes, which the typed client takes apart. */
async function getJson<T>(path: string): Promise<T> {
  return (await readJson(await reach(path))) as T;
}
