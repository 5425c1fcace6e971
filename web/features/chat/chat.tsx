import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { newTurn } from "#schema/api/chat.ts";
import type { Turn } from "#schema/api/chat.ts";
import { ApiError, errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button, buttonClass } from "#web/components/ui/button.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { CopyButton } from "#web/components/ui/copy-button.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { asMarkdown } from "./as-markdown.ts";
import { Composer } from "./composer.tsx";
import { COPY, EXAMPLES } from "./copy.ts";
import { PassageDrawer } from "./passage-drawer.tsx";
import type { OpenPassage } from "./passage-drawer.tsx";
import {
  ask,
  deleteConversation,
  newChatId,
  stopTurn,
  useConversation,
  useModel,
  useReloadConversations,
  useShowTurns,
} from "./queries.ts";
import type { AskInput } from "./queries.ts";
import { ShareDialog } from "./share-dialog.tsx";
import { TurnView } from "./turn-view.tsx";
import { useLiveTurns } from "./use-live-turns.ts";

const SCOPES = [
  { value: "all" as const, label: "All docs" },
  { value: "private" as const, label: "Private docs" },
  { value: "public" as const, label: "Public docs" },
];
const NO_TURNS: Turn[] = [];
type Asked = { input: AskInput; turn: Turn };

/** A conversation: its turns, and the field for the next question. The address names the conversation, so a reload finds it again. */
export function Chat({ moduleId }: { moduleId: string | null }) {
  const [params, setParams] = useSearchParams();
  const conversationId = params.get("c");
  const conversation = useConversation(conversationId);
  const reload = useReloadConversations();
  const show = useShowTurns();
  const model = useModel();
  const [question, setQuestion] = useState(params.get("q") ?? "");
  const [scope, setScope] = useState<(typeof SCOPES)[number]["value"]>("all");
  const [edited, setEdited] = useState<string | null>(null);
  const [open, setOpen] = useState<OpenPassage | null>(null);
  const [isSharing, setIsSharing] = useState(false);
  // The question that was just asked, shown while it is on its way.
  const [asked, setAsked] = useState<Asked | null>(null);
  const isMissing = conversation.error instanceof ApiError && conversation.error.code === "not-found";

  const send = useMutation({
    mutationFn: ({ input }: Asked) => ask(input),
    onSuccess: async (_, sent) => {
      const id = sent.input.conversationId;
      show(id, (turns) => withAsked(turns, sent));
      setAsked(null);
      if (conversationId === null) setParams({ c: id }, { preventScrollReset: true });
      await reload();
    },
    onError: (_, { input }) => {
      setAsked(null);
      setQuestion(input.question);
      setEdited(input.replaces ?? null);
    },
  });

  const followed = useLiveTurns(
    conversation.data?.turns ?? NO_TURNS,
    (turnId) => `/api/chat/turns/${turnId}/events`,
    () => void reload(),
  );
  const turns = asked === null ? followed : withAsked(followed, asked);
  const running = turns.find(({ status }) => status === "running");

  function submit(text = question, replaces = edited) {
    if (!text.trim() || send.isPending) return;
    const turnId = newChatId();
    const input = {
      conversationId: conversationId ?? newChatId(),
      turnId,
      question: text.trim(),
      scope,
      moduleId,
      replaces,
    };
    const sent = { input, turn: newTurn(turnId, input.question, new Date().toISOString()) };
    setAsked(sent);
    setQuestion("");
    setEdited(null);
    send.mutate(sent);
  }

  return (
    <section aria-label="Conversation" className="grid min-w-0 grid-cols-1 content-start gap-6">
      {conversationId !== null && turns.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton label="conversation" text={() => asMarkdown(turns)}>
            Copy as Markdown
          </CopyButton>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setIsSharing(true)}>
            {conversation.data?.sharedTurns ? "Shared" : "Share"}
          </Button>
          <ConfirmButton
            title="Delete conversation"
            description={COPY.delete}
            action="Delete"
            onConfirm={() => deleteConversation(conversationId)}
            onDone={async () => {
              setParams({});
              await reload();
            }}
            failed={(error) => errorWords(error, "The conversation couldn't be deleted. Try again.")}
          >
            Delete
          </ConfirmButton>
        </div>
      )}
      {conversationId === null && turns.length === 0 && (
        <Examples onPick={(text) => submit(text, null)} hasModule={moduleId !== null} />
      )}
      {isMissing && asked === null && (
        <Problem message="This conversation isn't there. It may have been deleted." />
      )}
      {conversation.error && !isMissing && (
        <Problem
          {...errorWords(conversation.error, "The conversation couldn't be loaded.")}
          onRetry={() => void conversation.refetch()}
        />
      )}
      {turns.map((turn) => (
        <TurnView
          key={turn.id}
          turn={turn}
          onOpen={setOpen}
          onRetry={() => submit(turn.question, turn.id)}
          onEdit={() => {
            setQuestion(turn.question);
            setEdited(turn.id);
          }}
        />
      ))}
      <FollowsEnd turns={turns} />
      {send.error && <Problem {...errorWords(send.error, COPY.failed)} onRetry={() => submit()} />}
      {edited !== null && (
        <p className="text-sm text-muted">
          Editing replaces the question and everything after it.{" "}
          <button
            type="button"
            className={buttonClass({ variant: "ghost", size: "sm" })}
            onClick={() => {
              setEdited(null);
              setQuestion("");
            }}
          >
            Cancel
          </button>
        </p>
      )}
      <Composer
        question={question}
        onChange={setQuestion}
        onAsk={() => submit()}
        onStop={running ? () => void stopTurn(running.id).catch(() => {}) : null}
        isBusy={send.isPending}
        aside={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {moduleId === null && (
              <Select
                size="sm"
                className="max-w-40"
                label="Scope"
                options={SCOPES}
                value={scope}
                onChange={setScope}
              />
            )}
            <span className="min-w-0 flex-1 basis-56">
              {model.data &&
                (model.data.kind === "own" ? COPY.own(model.data.name ?? "") : COPY[model.data.kind])}
            </span>
          </span>
        }
      />
      <PassageDrawer open={open} onClose={() => setOpen(null)} />
      {isSharing && conversationId !== null && (
        <ShareDialog
          conversationId={conversationId}
          isShared={Boolean(conversation.data?.sharedTurns)}
          onClose={() => setIsSharing(false)}
        />
      )}
    </section>
  );
}

/** The turns as they will be when the server has received the question that was just asked. */
function withAsked(known: readonly Turn[], { input, turn }: Asked): Turn[] {
  if (known.some(({ id }) => id === turn.id)) return [...known];
  const cut = known.findIndex(({ id }) => id === input.replaces);
  return [...(cut === -1 ? known : known.slice(0, cut)), turn];
}

function Examples({ onPick, hasModule }: { onPick: (text: string) => void; hasModule: boolean }) {
  return (
    <div className="grid gap-3">
      <p className="max-w-measure text-muted">{COPY.intro}</p>
      {!hasModule && (
        <ul className="flex flex-wrap gap-2" aria-label="Examples">
          {EXAMPLES.map((text) => (
            <li key={text}>
              <Button size="sm" className="h-auto text-left" onClick={() => onPick(text)}>
                <span className="whitespace-normal">{text}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Keeps the end of a growing answer in sight, until its reader scrolls up. */
function FollowsEnd({ turns }: { turns: readonly Turn[] }) {
  const end = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      isAtEnd.current = scrollHeight - clientHeight - scrollTop < 160;
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  const latest = turns.at(-1);
  const grown = `${latest?.id} ${latest?.events}`;
  useEffect(() => {
    if (latest?.status === "running" && isAtEnd.current) end.current?.scrollIntoView({ block: "nearest" });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [grown]);
  return <div ref={end} />;
}
