import { useEffect, useState } from "react";

const SHOWN_MS = 2_000;

/** Text to paste elsewhere, with a button that copies it and says so. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("Copied to clipboard");
    } catch {
      // The browser refuses outside of a secure context, or when the user said no.
      setOutcome("Failed to copy");
    }
  }

  return (
    <div className="copyable">
      <pre role="group" aria-label={label}>
        <code>{text}</code>
      </pre>
      <button type="button" onClick={copy} aria-label={`Copy: ${label}`}>
        Copy
      </button>
      <span role="status">{outcome}</span>
    </div>
  );
}
