import { Eye, EyeOff } from "lucide-react";
import { errorWords } from "#web/api/errors.ts";
import { Button } from "#web/components/ui/button.tsx";
import { COPY } from "./copy.ts";
import { isLasting } from "./displayed-key.ts";
import type { ApiKey } from "./queries.ts";
import { useReveal } from "./use-reveal.ts";

type KeyCellProps = {
  apiKey: ApiKey;
  secret: string | null;
  mayReveal: boolean;
  onReveal: (id: string) => Promise<string>;
};

/** A key in its row, masked until somebody asks for it. A revoked or rolled key can't be shown any more. */
export function KeyCell({ apiKey, secret, mayReveal, onReveal }: KeyCellProps) {
  const { id, name, isActive, maskedKey } = apiKey;
  const { isShown, isBusy, error, toggle } = useReveal(secret, () => onReveal(id));
  if (!isActive || !isLasting(apiKey) || (!mayReveal && secret === null))
    return <code className={isActive ? undefined : "line-through"}>{maskedKey}</code>;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="inline-grid gap-1">
      <span className="inline-flex items-center gap-1">
        {isShown && secret !== null ? (
          <code className="wrap-anywhere">{secret}</code>
        ) : (
          <code className="whitespace-nowrap">{maskedKey}</code>
        )}
        <Button
          size="icon"
          variant="ghost"
          isBusy={isBusy}
          onClick={toggle}
          aria-label={isShown ? `Mask ${name}` : `Reveal ${name}`}
          icon={<Icon aria-hidden="true" className="size-3.5" />}
        />
      </span>
      {error !== null && (
        <span role="alert" className="text-sm text-danger">
          {errorWords(error, COPY.unknownError).message}
        </span>
      )}
    </span>
  );
}
