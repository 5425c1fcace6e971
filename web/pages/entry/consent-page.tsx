import { useSearchParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession, useSession } from "#web/api/session.ts";
import { RequireSession } from "#web/app/require-session.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Consent } from "#web/features/oauth/consent.tsx";

/** The page to which an MCP client without a key sends a person. */
export default function ConsentPage() {
  const [params] = useSearchParams();
  const request = params.get("request");
  return (
    <>
      <h1 className="text-xl">Connect a program</h1>
      {request === null ? (
        <>
          <Problem message="This link is not complete. Start again from the program that you want to connect." />
          <div className="grid gap-3">
            <ButtonLink to="/mcp" variant="primary">
              How to connect a program
            </ButtonLink>
            <ButtonLink to="/account">Programs with access</ButtonLink>
          </div>
        </>
      ) : (
        <Asking request={request} />
      )}
    </>
  );
}

/** The card asks who is here: the frame around it is there already. */
function Asking({ request }: { request: string }) {
  const { data, error, isFetching } = useSession();
  if (!data && error !== null)
    return (
      <Problem
        {...errorWords(error, "It could not be found out who is signed in.")}
        onRetry={() => void refreshSession().catch(() => {})}
        isRetrying={isFetching}
      />
    );
  return <RequireSession fallback={null}>{() => <Consent request={request} />}</RequireSession>;
}
