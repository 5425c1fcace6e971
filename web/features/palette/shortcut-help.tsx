import { useState } from "react";
import { useAllCommands } from "./commands.ts";
import { areShortcutsOn, setShortcutsOn } from "./use-shortcuts.ts";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Kbd } from "#web/components/ui/kbd.tsx";

/** The list of all shortcuts, and the switch for those of single letters. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const commands = useAllCommands().filter((command) => command.keys);
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onOpenChange={(next) => !next && onClose()}>
      <dl className="grid gap-2 text-md">
        <Shortcut name="Find a page or an action" keys={["⌘ K", "Ctrl K"]} />
        {commands.map(({ id, name, keys }) => (
          <Shortcut key={id} name={name} keys={keys!.split(" ")} />
        ))}
        <Shortcut name="This list" keys={["?"]} />
      </dl>
      <Checkbox
        label="Shortcuts of single letters"
        checked={isOn}
        onChange={(event) => {
          setIsOn(event.target.checked);
          setShortcutsOn(event.target.checked);
        }}
      />
    </Dialog>
  );
}

function Shortcut({ name, keys }: { name: string; keys: string[] }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt>{name}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  );
}
