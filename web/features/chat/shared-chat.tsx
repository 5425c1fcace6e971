import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorWords } from "#web/api/errors.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Loaded } from "#web/components/ui/loaded.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { PassageDrawer } from "./passage-drawer.tsx";
import type { OpenPassage } from "./passage-drawer.tsx";
import { getShared } from "./queries.ts";
import { TurnView } from "./turn-view.tsx";

/** Somebody's conversation to read: questions, answers and their passages, with no field to ask. */
export function SharedChat({ token }: { token: string }) {
  const shared = useQuery({
    queryKey: ["shared-chat", token],
    queryFn: () => getShared(token),
    retry: false,
  });
  const [open, setOpen] = useState<OpenPassage | null>(null);
  return (
    <section aria-label="Shared conversation" className="grid max-w-[52rem] grid-cols-1 gap-6">
      <header className="grid gap-2">
        <h1 className="wrap-anywhere">{shared.data?.title ?? "Shared conversation"}</h1>
        <p className="text-sm text-muted">
          A shared conversation about public docs. Its questions were written by a person, its answers by a
          program.
        </p>
      </header>
      <Loaded
        query={shared}
        label="Loading the conversation"
        skeleton={<Skeleton className="h-64" />}
        failed={(error) => errorWords(error, "The conversation couldn't be loaded.")}
      >
        {({ turns }) => turns.map((turn) => <TurnView key={turn.id} turn={turn} onOpen={setOpen} />)}
      </Loaded>
      <div>
        <ButtonLink to="/demo">Ask a question of your own</ButtonLink>
      </div>
      <PassageDrawer open={open} onClose={() => setOpen(null)} />
    </section>
  );
}
