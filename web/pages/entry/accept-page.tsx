import { useParams } from "react-router";
import { errorWords } from "#web/api/errors.ts";
import { refreshSession, useSession } from "#web/api/session.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Loading, Skeleton } from "#web/components/ui/skeleton.tsx";
import { Accepting } from "#web/features/invites/accepting.tsx";
import { SignInFirst } from "#web/features/invites/sign-in-first.tsx";

/** The page to which the link of a team's invitation leads. */
export default function AcceptPage() {
  const { tokenId = "" } = useParams();
  const { data: session, error, isFetching } = useSession();
  if (session?.user) return <Accepting key={tokenId} token={tokenId} />;
  if (session) return <SignInFirst token={tokenId} />;
  return (
    <>
      <h1 className="text-xl">Team invitation</h1>
      {error === null ? (
        <Loading isLoading label="Loading" skeleton={<Skeleton className="h-16" />}>
          {() => null}
        </Loading>
      ) : (
        <Problem
          {...errorWords(error, "It could not be found out who is signed in.")}
          onRetry={() => void refreshSession().catch(() => {})}
          isRetrying={isFetching}
        />
      )}
    </>
  );
}
