import { useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { ApiError, errorWords } from "#web/api/errors.ts";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button, ButtonLink, buttonClass } from "#web/components/ui/button.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Fold } from "#web/components/ui/fold.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Chat } from "#web/features/chat/chat.tsx";
import { History } from "#web/features/chat/history.tsx";
import { ModelDialog } from "#web/features/chat/model-dialog.tsx";
import { useConversations, useModel, useModule } from "#web/features/chat/queries.ts";
import { useSources } from "#web/features/sources/queries.ts";

/** The page `/chat`, and `/chat/{moduleId}` for one source. */
export default function ChatPage() {
  const { moduleId = null } = useParams();
  const [params] = useSearchParams();
  const conversations = useConversations();
  const model = useModel();
  const module = useModule(moduleId);
  const sources = useSources();
  const navigate = useNavigate();
  const [isSettingModel, setIsSettingModel] = useState(false);
  if (module.error instanceof ApiError && module.error.code === "not-found")
    return (
      <>
        <h1>Chat</h1>
        <EmptyState action={<ButtonLink to="/chat">Chat about all docs</ButtonLink>}>
          Module not found
        </EmptyState>
      </>
    );
  const history = (
    <>
      {conversations.error ? (
        <Problem
          {...errorWords(conversations.error, "Your conversations couldn't be loaded.")}
          onRetry={() => void conversations.refetch()}
        />
      ) : (
        <History conversations={conversations.data ?? []} current={params.get("c")} />
      )}
      {(conversations.data?.length ?? 0) > 0 && (
        <a className="text-sm" href="/api/chat/export" download>
          Export all
        </a>
      )}
    </>
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="mr-auto min-w-0 wrap-anywhere">Chat{module.data && `: ${module.data.name}`}</h1>
        {sources.data && sources.data.length > 0 && (
          <Select
            size="sm"
            label="Source"
            className="max-w-56"
            options={[
              { value: "", label: "All sources" },
              ...sources.data.map(({ id, name, version }) => ({
                value: id,
                label: version ? `${name} ${version}` : name,
              })),
            ]}
            value={moduleId ?? ""}
            onChange={(id) => void navigate(id === "" ? "/chat" : `/chat/${encodeURIComponent(id)}`)}
          />
        )}
        <Button
          size="sm"
          aria-haspopup="dialog"
          onClick={() => setIsSettingModel(true)}
          disabled={!model.data}
        >
          {model.data?.name ? `Model: ${model.data.name}` : "Add a model"}
        </Button>
        <Link
          to={moduleId ? `/chat/${encodeURIComponent(moduleId)}` : "/chat"}
          className={buttonClass({ size: "sm" })}
        >
          New conversation
        </Link>
      </div>
      {module.data && (
        <p className="-mt-4 text-sm text-muted wrap-anywhere">
          Answers come only from {module.data.url}
          {module.data.version !== null && `, version ${module.data.version}`}
        </p>
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
        <Fold title="History" className="lg:hidden">
          {history}
        </Fold>
        <nav aria-label="History" className="grid content-start gap-3 max-lg:hidden">
          {history}
        </nav>
        <Chat key={`${moduleId} ${params.get("c") ?? "new"}`} moduleId={moduleId} />
      </div>
      {isSettingModel && model.data && (
        <ModelDialog model={model.data} onClose={() => setIsSettingModel(false)} />
      )}
    </>
  );
}
