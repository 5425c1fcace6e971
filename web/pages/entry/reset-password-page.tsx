import { RequestReset } from "#web/features/auth/request-reset.tsx";

export default function ResetPasswordPage() {
  return <RequestReset />;
}
