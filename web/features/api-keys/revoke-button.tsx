import { errorWords } from "#web/api/errors.ts";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { COPY } from "./copy.ts";
import { revokeKey, useReloadApiKeys } from "./queries.ts";
import type { ApiKey } from "./queries.ts";

/** Ends a key for good, after asking. */
export function RevokeButton({ apiKey: { id, name }, isOld }: { apiKey: ApiKey; isOld?: boolean }) {
  const reload = useReloadApiKeys();
  return (
    <ConfirmButton
      title={isOld ? `Revoke the old ${name}` : `Revoke ${name}`}
      description={COPY.confirmRevoke}
      action="Revoke"
      onConfirm={() => revokeKey(id)}
      onDone={reload}
      failed={(error) => errorWords(error, COPY.unknownError)}
    >
      Revoke
    </ConfirmButton>
  );
}
