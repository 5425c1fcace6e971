import { useMutation } from "@tanstack/react-query";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CopyButton } from "#web/components/ui/copy-button.tsx";
import { Dialog, DialogActions } from "#web/components/ui/dialog.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { COPY } from "./copy.ts";
import { share, unshare, useReloadConversations } from "./queries.ts";

type ShareDialogProps = { conversationId: string; isShared: boolean; onClose: () => void };

/** Makes a link that shows a conversation to everybody, and takes it back. The link is shown once: we keep only its hash. */
export function ShareDialog({ conversationId, isShared, onClose }: ShareDialogProps) {
  const reload = useReloadConversations();
  const create = useMutation({ mutationFn: () => share(conversationId), onSuccess: reload });
  const revoke = useMutation({
    mutationFn: () => unshare(conversationId),
    onSuccess: async () => {
      await reload();
      onClose();
    },
  });
  const error = create.error ?? revoke.error;
  return (
    <Dialog isOpen onOpenChange={onClose} title="Share" description={COPY.share}>
      {create.data && (
        <Field label="Link" hint="Copy it now. We can't show it again, but you can create a new one.">
          {(control) => (
            <div className="flex flex-wrap items-center gap-2">
              <Input {...control} readOnly value={create.data} className="min-w-0 flex-1 basis-56" />
              <CopyButton text={create.data} label="Link" size="md" autoFocus />
            </div>
          )}
        </Field>
      )}
      {error && <Problem {...errorWords(error, "The link couldn't be changed. Try again.")} />}
      <DialogActions>
        {isShared && (
          <Button variant="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
            Stop sharing
          </Button>
        )}
        {!create.data && (
          <Button variant="primary" isBusy={create.isPending} onClick={() => create.mutate()}>
            {isShared ? "Create a new link" : "Create link"}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
