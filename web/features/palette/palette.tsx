import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useState } from "react";
import { useAllCommands } from "./commands.ts";
import type { Command } from "./commands.ts";
import { BACKDROP } from "#web/components/ui/dialog.tsx";
import { Kbd } from "#web/components/ui/kbd.tsx";
import { rankCommands } from "./match.ts";

/** All pages and actions here, found by typing some of their letters. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const commands = useAllCommands();
  const [typed, setTyped] = useState("");
  const found = useMemo(() => rankCommands(commands, typed), [commands, typed]);

  function close() {
    setTyped("");
    onClose();
  }

  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup
          aria-label="Command palette"
          className="fixed inset-x-4 top-[max(16px,12vh)] z-50 mx-auto flex max-h-[70dvh] max-w-[560px] flex-col overflow-hidden rounded-lg border border-border bg-surface shadow-card outline-none"
        >
          <Autocomplete.Root
            inline
            open
            items={found}
            mode="none"
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={(command: Command) => command.name}
            autoHighlight="always"
            keepHighlight
          >
            <Autocomplete.Input
              aria-label="Find a page, an action, a key or a resource"
              placeholder="Find a page, an action, a key or a resource"
              className="min-h-12 w-full border-b border-border bg-transparent px-4 text-base outline-none placeholder:text-subtle"
            />
            <Autocomplete.Empty className="text-md text-muted not-empty:px-4 not-empty:py-6">
              No results.
            </Autocomplete.Empty>
            <Autocomplete.List className="overflow-y-auto overscroll-contain p-2">
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  onClick={() => {
                    close();
                    command.run();
                  }}
                  className="flex min-h-10 cursor-default items-center gap-3 rounded-xs px-2.5 text-md outline-none touch data-highlighted:bg-hover"
                >
                  <span className="min-w-0 flex-1 truncate">{command.name}</span>
                  {command.keys?.split(" ").map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                  <span className="w-20 text-right text-xs text-subtle">{command.group}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
