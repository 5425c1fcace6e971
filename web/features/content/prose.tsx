import { useEffect, useRef } from "react";
import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { COPIED, COPY_FAILED, OUTCOME_SHOWN_MS } from "#web/components/ui/clipboard-words.ts";

/** Files of the site, which the router does not know. */
const FILE = /\.(?:md|txt|xml|json|png)$/;

type ProseProps = {
  /** HTML that was compiled at build time from our own text, and sanitised there. */
  html: string;
  className?: string;
};

/** A text of ours. Its links stay in the app, and its buttons copy the code beside them. */
export function Prose({ html, className = "" }: ProseProps) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function onClick(event: MouseEvent<HTMLDivElement>) {
    const target = event.target as Element;
    const button = target.closest("button.copy-code");
    if (button) void copyCode(button);
    const link = target.closest("a");
    if (!link || !staysHere(event, link)) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }

  async function copyCode(button: Element) {
    const frame = button.parentElement!;
    const result = frame.querySelector(".copy-result")!;
    try {
      await navigator.clipboard.writeText(frame.querySelector("pre")!.textContent);
      result.textContent = COPIED;
    } catch {
      // The browser refuses outside of a secure context, or when the user said no.
      result.textContent = COPY_FAILED;
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => (result.textContent = ""), OUTCOME_SHOWN_MS);
  }

  return (
    // Keyboard presses reach the links and buttons themselves, which turn them into clicks.
    <div
      className={`prose ${className}`}
      onClick={onClick}
      role="presentation"
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function staysHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const isOurs = link.origin === location.origin && !FILE.test(link.pathname);
  const isSamePage = link.pathname === location.pathname && link.hash !== "";
  return isPlain && isOurs && !isSamePage && !event.defaultPrevented;
}
