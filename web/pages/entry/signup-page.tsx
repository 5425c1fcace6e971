import { SignUpForm } from "#web/features/auth/sign-up-form.tsx";

export default function SignupPage() {
  return (
    <>
      <h1 className="text-xl">Create your account</h1>
      <SignUpForm />
    </>
  );
}
