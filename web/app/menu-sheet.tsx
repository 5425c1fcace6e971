import { Dialog } from "@base-ui/react/dialog";
import type { SessionUser } from "#schema/api/session.ts";
import { BACKDROP } from "#web/components/ui/dialog.tsx";
import { Rail } from "./console-rail.tsx";

/** The rail as a sheet, where there is no room beside the page. */
export function MenuSheet({ user, onClose }: { user: SessionUser | null; onClose: () => void }) {
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup
          aria-label="Menu"
          className="fixed inset-y-0 left-0 z-50 w-[min(85vw,280px)] border-r border-border bg-sunken outline-none"
        >
          <Rail user={user} onNavigate={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
