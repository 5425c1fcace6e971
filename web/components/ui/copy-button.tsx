import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { COPIED, COPY_FAILED, OUTCOME_SHOWN_MS } from "./clipboard-words.ts";

type CopyButtonProps = {
  /** The text, or a function that gets the text when the button is pressed. */
  text: string | (() => string | Promise<string>);
  /** The name of the copied text, for those who hear one button after another. */
  label: string;
  children?: string;
  size?: "md" | "sm";
  /** Whether the button has the focus when it appears. */
  autoFocus?: boolean;
  onCopied?: () => void;
};

/** A button that copies, and says for two seconds beside itself whether that worked. */
export function CopyButton({
  text,
  label,
  children = "Copy",
  size = "sm",
  autoFocus,
  onCopied,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), OUTCOME_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    setOutcome(null);
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setOutcome(COPIED);
      onCopied?.();
    } catch {
      // The browser refuses outside of a secure context, or when the user said no.
      setOutcome(COPY_FAILED);
    }
  }

  return (
    <span data-needs-script="" className="inline-flex flex-wrap items-center gap-y-1">
      <Button
        size={size}
        autoFocus={autoFocus}
        onClick={copy}
        icon={<Copy aria-hidden="true" className="size-3.5" />}
        aria-label={`${children}: ${label}`}
      >
        {children}
      </Button>
      <span role="status" className="text-sm text-muted not-empty:ml-3">
        {outcome}
      </span>
    </span>
  );
}
