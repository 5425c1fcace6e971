import { CSPProvider } from "@base-ui/react/csp-provider";
import { useParams } from "react-router";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { SharedChat } from "#web/features/chat/shared-chat.tsx";

/** A conversation as its link shows it, for anybody. */
export default function SharedChatPage() {
  const { token = "" } = useParams();
  return (
    <main id="main" className="page grid grid-cols-1 gap-8 py-10">
      <CSPProvider disableStyleElements>
        <QueryProvider>
          <SharedChat token={token} />
        </QueryProvider>
      </CSPProvider>
    </main>
  );
}
