import { Toast } from "@base-ui/react/toast";
import type { ToastObject } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { useEffect } from "react";
import { cx } from "../class-names.ts";
import { receiveToasts } from "./toasts.ts";

const EDGE = { plain: "border-l-accent", ok: "border-l-ok", danger: "border-l-danger" } as const;

type Kind = keyof typeof EDGE;

const manager = Toast.createToastManager<{ kind: Kind }>();

/** Toasts at the foot of the page, 24 px above its edge, or above their target. Pointing at one stops its clock. */
export function Toaster() {
  useEffect(
    () =>
      receiveToasts(({ text, kind, durationMs, target }) => {
        manager.add({
          description: text,
          timeout: durationMs,
          data: { kind },
          ...(target && { positionerProps: { anchor: target, side: "top", sideOffset: 8 } }),
        });
      }),
    [],
  );
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Viewport />
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Viewport() {
  const { toasts } = Toast.useToastManager<{ kind: Kind }>();
  return (
    <Toast.Viewport className="fixed inset-x-4 bottom-6 z-60 mx-auto flex w-auto max-w-[420px] flex-col items-center gap-2">
      {toasts.map((toast) =>
        toast.positionerProps?.anchor ? (
          <Toast.Positioner key={toast.id} toast={toast} className="z-60">
            <Note toast={toast} />
          </Toast.Positioner>
        ) : (
          <Note key={toast.id} toast={toast} />
        ),
      )}
    </Toast.Viewport>
  );
}

function Note({ toast }: { toast: ToastObject<{ kind: Kind }> }) {
  return (
    <Toast.Root
      toast={toast}
      // A toast is a dialog to assistive technology, and a dialog needs a name.
      aria-label="Notification"
      className={cx(
        "flex max-w-full items-center gap-2 rounded-sm border border-l-4 border-border bg-surface py-1.5 pr-1.5 pl-3 text-md shadow-card appear",
        EDGE[toast.data?.kind ?? "plain"],
      )}
    >
      <Toast.Content className="min-w-0">
        <Toast.Description />
      </Toast.Content>
      <Toast.Close
        aria-label="Dismiss"
        className="grid size-7 shrink-0 place-items-center rounded-xs text-muted hover:bg-hover hover:text-text"
      >
        <X aria-hidden="true" className="size-3.5" />
      </Toast.Close>
    </Toast.Root>
  );
}
