import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { VERIFY_TO_CREATE_KEYS } from "./copy.ts";
import { SendVerification } from "./send-verification.tsx";

/** A bar that asks to verify the address, until it is dismissed or the address is verified; then nothing draws the bar any more. */
export function VerificationBar({ email }: { email: string }) {
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <div className="flex items-start gap-3 border-b border-border bg-info-soft px-4 py-2 text-sm text-info sm:px-6 md:px-8">
      <div className="flex min-h-8 min-w-0 flex-1 items-center">
        <SendVerification email={email} text={VERIFY_TO_CREATE_KEYS} />
      </div>
      <Button
        size="icon"
        variant="ghost"
        aria-label="Dismiss"
        className="text-info"
        onClick={() => setIsDismissed(true)}
      >
        <X aria-hidden="true" className="size-4" />
      </Button>
    </div>
  );
}
