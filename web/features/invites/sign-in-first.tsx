import { useEffect } from "react";
import { useLocation } from "react-router";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { keepToken } from "./accept-invite.ts";
import { COPY } from "./copy.ts";

/** The page for a visitor: the token is kept, and the ways to sign in or up lead back here. */
export function SignInFirst({ token }: { token: string }) {
  const here = useLocation();
  const search = `?cont=${encodeURIComponent(here.pathname + here.search + here.hash)}`;
  useEffect(() => keepToken(token), [token]);
  return (
    <>
      <h1 className="text-xl">Team invitation</h1>
      <p className="text-md text-muted">{COPY.signIn}</p>
      <div className="grid gap-3">
        <ButtonLink to={{ pathname: "/login", search }} state={{ from: here }} variant="primary">
          Sign in
        </ButtonLink>
        <ButtonLink to={{ pathname: "/signup", search }} state={{ from: here }}>
          Create an account
        </ButtonLink>
      </div>
    </>
  );
}
