import { useRef } from "react";
import type { FormEvent, KeyboardEvent, ReactNode } from "react";
import { CHAT_LIMITS } from "#schema/api/chat.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Textarea } from "#web/components/ui/input.tsx";

type ComposerProps = {
  question: string;
  onChange: (question: string) => void;
  onAsk: () => void;
  /** Ends the answer that is being written; null when none is. */
  onStop: (() => void) | null;
  isBusy: boolean;
  /** An element beside the button, such as the price of an answer. */
  aside?: ReactNode;
};

/** The field for a question. Enter sends it, Shift and Enter begin a line, Escape stops the answer. */
export function Composer({ question, onChange, onAsk, onStop, isBusy, aside }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (question.trim() && !isBusy) onAsk();
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && onStop) onStop();
    if (event.key === "Enter" && (!event.shiftKey || event.metaKey || event.ctrlKey)) submit(event);
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-2">
      <Textarea
        ref={field}
        autoFocus
        rows={2}
        aria-label="Question"
        className="min-h-16 resize-y"
        maxLength={CHAT_LIMITS.questionCharacters}
        placeholder="Ask about a library. Name it, and keep error messages as they are."
        value={question}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {onStop ? <Button onClick={onStop}>Stop</Button> : null}
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Ask
        </Button>
        <span className="min-w-0 flex-1 basis-60 text-sm text-muted">{aside}</span>
      </div>
    </form>
  );
}
