import { useState } from "react";
import { ThemeChoice } from "#web/app/theme-choice.tsx";
import { areShortcutsOn, setShortcutsOn } from "#web/features/palette/use-shortcuts.ts";
import { useUser } from "#web/app/use-user.ts";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { DangerCard } from "#web/features/account/danger-card.tsx";
import { GrantsCard } from "#web/features/account/grants-card.tsx";
import { ProfileCard } from "#web/features/account/profile-card.tsx";
import { SessionsCard } from "#web/features/account/sessions-card.tsx";
import { SignInCard } from "#web/features/account/sign-in-card.tsx";
import { useLinkNews } from "#web/features/account/use-link-news.ts";
import { BillingCard } from "#web/features/billing/billing-card.tsx";
import { useFreshSignIn } from "#web/features/auth/sign-in-again.tsx";
import { SendVerification } from "#web/features/verification/send-verification.tsx";

export default function AccountPage() {
  const user = useUser();
  const { dialog, withFreshSignIn } = useFreshSignIn(user.email);
  useLinkNews();
  return (
    <>
      <h1>Account</h1>
      <div className="grid grid-cols-1 gap-6">
        <ProfileCard user={user} verify={<SendVerification email={user.email} />} />
        <SignInCard email={user.email} withFreshSignIn={withFreshSignIn} />
        <SessionsCard />
        <GrantsCard />
        <BillingCard payer="self" />
        <Card aria-labelledby="appearance">
          <CardHeader title="Appearance and keyboard" id="appearance">
            <ThemeChoice />
          </CardHeader>
          <p className="mb-3 text-md text-muted">System, light or dark. Kept in this browser, as is this:</p>
          <Shortcuts />
        </Card>
        <DangerCard email={user.email} withFreshSignIn={withFreshSignIn} />
      </div>
      {dialog}
    </>
  );
}

function Shortcuts() {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <Checkbox
      label="Shortcuts of single letters"
      hint="Such as g then k for API Keys; ? lists them."
      checked={isOn}
      onChange={({ target }) => {
        setIsOn(target.checked);
        setShortcutsOn(target.checked);
      }}
    />
  );
}
