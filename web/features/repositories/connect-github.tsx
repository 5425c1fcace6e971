import { useMutation } from "@tanstack/react-query";
import { errorWords } from "#web/api/errors.ts";
import { AlertDialog } from "#web/components/ui/alert-dialog.tsx";
import { Problem } from "#web/components/ui/banner.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { formatDate } from "#web/lib/dates.ts";
import { disconnectGithub, githubUrl, useReloadRepositories } from "./queries.ts";
import type { GithubStatus } from "./queries.ts";

const RETURN_TO = "/resources?tab=repositories";

/** An explanation of the permission, before GitHub asks for it. */
export function ConnectGithub() {
  const connect = useMutation({
    mutationFn: () => githubUrl(RETURN_TO),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <Card aria-labelledby="connect-github">
      <CardHeader title="Connect GitHub" id="connect-github" />
      <div className="grid max-w-measure gap-4 text-md">
        <p>GitHub asks you to let Docenda read your repositories, private ones too. With that permission:</p>
        <ul className="grid list-disc gap-1 pl-5 text-muted">
          <li>
            Only the documents (Markdown, MDX, reStructuredText, AsciiDoc, text, notebooks) of branches that
            you choose here are read.
          </li>
          <li>
            Nothing is written to your repositories, except a webhook for pushes and changes of access, where
            you may add one.
          </li>
          <li>
            Only you can search your private repositories. A team's are searched by the members who can see
            them on GitHub, and by the team's API keys.
          </li>
          <li>You can disconnect at any time, here or in GitHub's settings.</li>
        </ul>
        {connect.error && <Problem {...errorWords(connect.error, "GitHub could not be connected.")} />}
        <div>
          <Button variant="primary" isBusy={connect.isPending} onClick={() => connect.mutate()}>
            Connect GitHub
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The GitHub account that is connected, and the button to disconnect it. */
export function Connection({ connection }: { connection: NonNullable<GithubStatus["connection"]> }) {
  const reload = useReloadRepositories();
  const disconnect = useMutation({ mutationFn: disconnectGithub, onSuccess: reload });
  return (
    <p className="text-sm text-muted">
      Connected to GitHub as <strong className="font-medium text-text">{connection.login}</strong> since{" "}
      {formatDate(connection.connectedAt)}.{" "}
      <AlertDialog
        title="Disconnect GitHub"
        description="Private repositories leave the index at once; public ones stay searchable and are no longer refreshed by pushes."
        action="Disconnect"
        onConfirm={() => disconnect.mutate()}
        trigger={
          <button type="button" className="link">
            Disconnect
          </button>
        }
      />
    </p>
  );
}
