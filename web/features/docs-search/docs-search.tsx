import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { cx } from "#web/components/class-names.ts";
import { buttonClass } from "#web/components/ui/button.tsx";
import { Kbd } from "#web/components/ui/kbd.tsx";
import { SEARCH_DOCS } from "./copy.ts";

const SearchDialog = lazy(async () => ({ default: (await load()).SearchDialog }));

function load() {
  return import("./search-dialog.tsx");
}

/** The button that opens the search of the documentation, as ⌘K and Ctrl K do. The dialog's code is loaded when wanted. */
export function DocsSearch({ className }: { className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setIsOpen(true);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        data-needs-script=""
        aria-keyshortcuts="Meta+K Control+K"
        // Early load, so that the dialog is there when the button is pressed.
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setIsOpen(true)}
        className={cx(buttonClass(), "justify-start font-normal text-muted", className)}
      >
        <Search aria-hidden="true" className="size-4" />
        <span className="mr-auto">{SEARCH_DOCS}</span>
        <span aria-hidden="true" className="pointer-coarse:hidden">
          <Kbd>{useShortcut()}</Kbd>
        </span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SearchDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The shortcut on the keyboard of this computer; the page was rendered for any computer. */
function useShortcut(): string {
  return useSyncExternalStore(
    () => () => {},
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K"),
    () => "Ctrl K",
  );
}
