import { useState } from "react";
import { useSearchParams } from "react-router";
import { COPY } from "#web/features/auth/copy.ts";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { NewPassword } from "#web/features/auth/new-password.tsx";
import { VerifyEmail } from "#web/features/auth/verify-email.tsx";

/** The page to which links in mails lead. The link's parameters are kept when the address is cleaned. */
export default function ActionPage() {
  const [params] = useSearchParams();
  const [{ mode, code }] = useState(() => ({ mode: params.get("mode"), code: params.get("oobCode") }));
  if (code && mode === "resetPassword") return <NewPassword code={code} />;
  if (code && mode === "verifyEmail") return <VerifyEmail code={code} />;
  return (
    <>
      <h1 className="text-xl">{COPY.couldNotProcess}</h1>
      <p className="text-md text-muted">{code ? COPY.unsupportedAction : COPY.linkInvalid}</p>
      <ButtonLink to="/">{COPY.returnHome}</ButtonLink>
    </>
  );
}
