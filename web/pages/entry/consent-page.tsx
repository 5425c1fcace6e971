import { useSearchParams } from "react-router";
import { RequireSession } from "#web/app/require-session.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { ButtonLink } from "#web/components/ui/button.tsx";
import { Consent } from "#web/features/oauth/consent.tsx";

/** Where an MCP client without a key sends a person. */
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
        <RequireSession fallback={null}>{() => <Consent request={request} />}</RequireSession>
      )}
    </>
  );
}
