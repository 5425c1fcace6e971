import type { ChatPassage, Support } from "#schema/api/chat.ts";
import { Dialog } from "#web/components/ui/dialog.tsx";

export type OpenPassage = { passage: ChatPassage; support: Support | null };

/** A passage as it was found, with the words behind a sentence marked. The passage's text is data: nothing of it becomes markup. */
export function PassageDrawer({ open, onClose }: { open: OpenPassage | null; onClose: () => void }) {
  if (open === null) return null;
  const { passage, support } = open;
  const { title, url, source, version, text, headingPath, fetchedAt } = passage;
  const { start, end } = support ?? { start: 0, end: 0 };
  const path = headingPath.filter((heading) => heading !== title).join(" › ");
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      shape="drawer"
      title={`Passage ${passage.number}: ${title}`}
      description={[source, version, path].filter(Boolean).join(" · ")}
    >
      <p className="text-sm wrap-anywhere">
        {/^https?:/.test(url) ? (
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        ) : (
          url
        )}
        <span className="block text-muted">Fetched {fetchedAt.slice(0, 10)}</span>
      </p>
      <div
        tabIndex={0}
        role="group"
        aria-label="Text of the passage"
        className="border-l-4 border-mark pl-3 text-md wrap-anywhere whitespace-pre-wrap"
      >
        {text.slice(0, start)}
        {support && (
          <mark key={`${passage.number} ${start}`} ref={showMark} className="rounded-xs bg-mark text-text">
            {text.slice(start, end)}
          </mark>
        )}
        {text.slice(end)}
      </div>
    </Dialog>
  );
}

function showMark(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: "center" });
}
