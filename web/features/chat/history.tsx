import { Link } from "react-router";
import type { ConversationSummary } from "#schema/api/chat.ts";
import { cx } from "#web/components/class-names.ts";
import { Ago } from "#web/components/ui/ago.tsx";

/** Earlier conversations, the latest first; `current` is shown beside. */
export function History({
  conversations,
  current,
}: {
  conversations: readonly ConversationSummary[];
  current: string | null;
}) {
  if (conversations.length === 0)
    return <p className="text-sm text-muted">Your conversations appear here.</p>;
  return (
    <ul className="grid grid-cols-1 gap-0.5">
      {conversations.map(({ id, title, updatedAt, isShared, moduleId }) => (
        <li key={id}>
          <Link
            to={{
              pathname: moduleId ? `/chat/${encodeURIComponent(moduleId)}` : "/chat",
              search: `?c=${id}`,
            }}
            aria-current={id === current ? "page" : undefined}
            className={cx(
              "grid min-h-11 content-center rounded-sm px-2.5 py-1 text-sm no-underline hover:bg-hover",
              id === current ? "bg-accent-soft text-accent" : "text-text",
            )}
          >
            <span className="truncate" title={title}>
              {title}
            </span>
            <span className="text-xs text-muted">
              <Ago iso={updatedAt} />
              {isShared && " · shared"}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
