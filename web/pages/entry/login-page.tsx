import { SignInForm } from "#web/features/auth/sign-in-form.tsx";

export default function LoginPage() {
  return (
    <>
      <h1 className="text-xl">Sign in</h1>
      <SignInForm />
    </>
  );
}
