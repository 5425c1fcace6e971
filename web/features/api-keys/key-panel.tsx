import { Eye, EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { CopyButton } from "#web/components/ui/copy-button.tsx";
import { COPY } from "./copy.ts";
import type { ApiKey } from "./queries.ts";
import { useReveal } from "./use-reveal.ts";

type KeyPanelProps = {
  apiKey: ApiKey;
  /** The full key, once it is known here. */
  secret: string | null;
  /** Whether the person may ask for the full key. */
  mayReveal: boolean;
  /** Gets the full key, which may ask the person to sign in again. */
  onReveal: () => Promise<string>;
  /** Whether the key was made a moment ago: the next thing to do is to copy it. */
  isNew: boolean;
  /** Name of the variable in the line for `.env`. */
  variable: string;
  /** Other actions on the key. */
  actions?: ReactNode;
  children: ReactNode;
};

/** One key: masked until somebody asks for it, masked again by itself, with everything needed to use it. */
export function KeyPanel({
  apiKey,
  secret,
  mayReveal,
  onReveal,
  isNew,
  variable,
  actions,
  children,
}: KeyPanelProps) {
  const { isShown, isBusy, error, reveal, toggle } = useReveal(secret, onReveal);

  return (
    <Card aria-labelledby="displayed-key">
      <CardHeader title={apiKey.name} id="displayed-key">
        {actions}
      </CardHeader>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <code
            aria-label={isShown ? "The key" : "The key, masked"}
            className="rounded-sm border border-border bg-sunken px-3 py-2 text-sm wrap-anywhere"
          >
            {isShown && secret !== null ? secret : apiKey.maskedKey}
          </code>
          {mayReveal || secret !== null ? (
            <>
              <Button
                size="sm"
                isBusy={isBusy}
                onClick={toggle}
                icon={
                  isShown ? (
                    <EyeOff aria-hidden="true" className="size-3.5" />
                  ) : (
                    <Eye aria-hidden="true" className="size-3.5" />
                  )
                }
              >
                {isShown ? "Hide" : "Show"}
              </Button>
              <CopyButton text={reveal} label={`the key ${apiKey.name}`} autoFocus={isNew} />
              <CopyButton
                text={async () => `${variable}=${await reveal()}`}
                label={`${apiKey.name} as a line of .env`}
              >
                Copy as .env
              </CopyButton>
            </>
          ) : (
            <p className="text-sm text-muted">Only owners and admins of the team can show this key.</p>
          )}
        </div>
        {error !== null && <Problem {...errorWords(error, COPY.unknownError)} />}
        {children}
      </div>
    </Card>
  );
}
