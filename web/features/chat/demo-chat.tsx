import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { newTurn } from "#schema/api/chat.ts";
import type { Turn } from "#schema/api/chat.ts";
import { ApiError, errorWords, isRecord } from "#web/api/errors.ts";
import { Banner, Problem } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink } from "#web/components/ui/button.tsx";
import { Composer } from "./composer.tsx";
import { COPY } from "./copy.ts";
import { PassageDrawer } from "./passage-drawer.tsx";
import type { OpenPassage } from "./passage-drawer.tsx";
import { askDemo, getDemo, newChatId, stopDemo } from "./queries.ts";
import { TurnView } from "./turn-view.tsx";
import { useLiveTurns } from "./use-live-turns.ts";

/** Questions of a visitor: each stands by itself, and only this page remembers them. */
export function DemoChat() {
  const demo = useQuery({ queryKey: ["demo"], queryFn: getDemo });
  const [question, setQuestion] = useState("");
  const [asked, setAsked] = useState<Turn[]>([]);
  const [open, setOpen] = useState<OpenPassage | null>(null);
  const send = useMutation({
    mutationFn: askDemo,
    onSuccess: ({ turnId }, { question: text }) => {
      setAsked((before) => [...before, newTurn(turnId, text, new Date().toISOString())]);
      setQuestion("");
    },
    onSettled: () => demo.refetch(),
  });
  const turns = useLiveTurns(
    asked,
    (turnId) => `/api/demo/turns/${turnId}/events`,
    () => {},
  );
  const running = turns.find(({ status }) => status === "running");
  const isSpent = demo.data?.left === 0 || isLimit(send.error);

  function submit(text = question) {
    if (text.trim() && !send.isPending) send.mutate({ turnId: newChatId(), question: text.trim() });
  }

  return (
    <section aria-label="Demo" className="grid max-w-[52rem] grid-cols-1 gap-6">
      {turns.map((turn) => (
        <TurnView key={turn.id} turn={turn} onOpen={setOpen} onRetry={() => submit(turn.question)} />
      ))}
      {demo.error && (
        <Problem
          {...errorWords(demo.error, "The demo couldn't be loaded.")}
          onRetry={() => void demo.refetch()}
        />
      )}
      {isSpent ? (
        <Banner
          kind="warning"
          role="status"
          actions={
            <ButtonLink size="sm" variant="primary" to={signUpPath(question)}>
              Sign up for free
            </ButtonLink>
          }
        >
          {COPY.demoOver}
        </Banner>
      ) : (
        <>
          {turns.length === 0 && (
            <ul aria-label="Examples" className="grid min-h-11 justify-items-start gap-2">
              {demo.data?.questions.map((text) => (
                <li key={text}>
                  <Button className="h-auto text-left" onClick={() => submit(text)}>
                    <span className="whitespace-normal">{text}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {send.error && (
            <Problem
              {...errorWords(send.error, COPY.failed)}
              onRetry={() => send.variables && submit(send.variables.question)}
            />
          )}
          <Composer
            question={question}
            onChange={setQuestion}
            onAsk={() => submit()}
            onStop={running ? () => void stopDemo(running.id).catch(() => {}) : null}
            isBusy={send.isPending}
            aside={
              demo.data && `${COPY.demo(demo.data.left)} ${demo.data.model === null ? COPY.noModelDemo : ""}`
            }
          />
        </>
      )}
      <PassageDrawer open={open} onClose={() => setOpen(null)} />
    </section>
  );
}

function isLimit(error: unknown): boolean {
  return error instanceof ApiError && isRecord(error.data) && error.data.reason === "demo-limit";
}

/** The question goes along, so that it can be asked with the new account. */
function signUpPath(question: string): string {
  const chat = question.trim() === "" ? "/chat" : `/chat?q=${encodeURIComponent(question.trim())}`;
  return `/signup?cont=${encodeURIComponent(chat)}`;
}
