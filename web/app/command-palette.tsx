import { useMemo } from "react";
import { useNavigate } from "react-router";
import { ROUTES } from "#schema/routes.ts";
import type { RouteInfo } from "#schema/routes.ts";
import { COPIED, COPY_FAILED } from "#web/components/ui/clipboard-words.ts";
import { showToast } from "#web/components/ui/toasts.ts";
import { useApiKeys } from "#web/features/api-keys/queries.ts";
import { findClient } from "#web/features/install/clients.ts";
import { useThisOs } from "#web/features/install/this-device.ts";
import { Palette } from "#web/features/palette/palette.tsx";
import { usePdfSets } from "#web/features/pdf-sets/queries.ts";
import { useSources } from "#web/features/sources/queries.ts";
import type { Source } from "#web/features/sources/queries.ts";
import { useCommands } from "#web/features/palette/commands.ts";
import type { Command } from "#web/features/palette/commands.ts";

/** Pages outside the console's rail. */
const OTHER_PAGES: readonly RouteInfo[] = ROUTES;

const ADDITIONS = [
  { name: "Create API key", to: "/keys?add=key", keywords: "new" },
  { name: "Add a site", to: "/resources?add=site", keywords: "index crawl documentation" },
  { name: "Add a package", to: "/resources?tab=packages&add=package", keywords: "index npm pypi" },
  { name: "Add a repository", to: "/resources?tab=repositories&add=repository", keywords: "index github" },
  { name: "Add PDFs", to: "/resources?tab=pdfs&add=pdfs", keywords: "upload index files" },
  { name: "Show running jobs", to: "/resources?tab=jobs", keywords: "progress runs crawl" },
];

/** Clients that one command sets up. */
const COMMAND_CLIENTS = ["claude-code", "codex", "gemini-cli", "vscode"];

/** The palette with everything that only the palette needs: every other page, what can be added, keys and resources by name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const os = useThisOs();
  const { data: keys } = useApiKeys();
  const { data: sources } = useSources();
  const { data: sets } = usePdfSets();
  const commands = useMemo<Command[]>(() => {
    const go = (to: string) => () => void navigate(to);
    const install = { mcpUrl: `${location.origin}/mcp`, apiKey: null };
    return [
      ...OTHER_PAGES.filter(
        ({ path, kind }) => kind === "public" && path !== "/mcp" && !path.includes(":"),
      ).map(({ path, title }): Command => ({
        id: `page:${path}`,
        name: title ?? "Home",
        group: "Site",
        keywords: path,
        run: go(path),
      })),
      ...ADDITIONS.map(({ to, ...rest }): Command => ({
        id: `go:${to}`,
        group: "Actions",
        run: go(to),
        ...rest,
      })),
      {
        id: "copy:address",
        name: "Copy the MCP address",
        group: "Actions",
        run: () => void copy(install.mcpUrl),
      },
      ...COMMAND_CLIENTS.flatMap((id): Command[] => {
        const client = findClient(id);
        const command = client?.command?.(install, os);
        if (!client || command === undefined) return [];
        return [
          {
            id: `copy:${id}`,
            name: `Copy install command for ${client.name}`,
            group: "Actions",
            run: () => void copy(command),
          },
        ];
      }),
      ...(keys ?? []).map(({ id, name, maskedKey }): Command => ({
        id: `key:${id}`,
        name,
        group: "Keys",
        keywords: maskedKey,
        run: go(`/keys?${new URLSearchParams({ find: name })}`),
      })),
      ...(sources ?? [])
        .filter(({ isPublic }) => !isPublic)
        .map(({ id, name, url, kind }): Command => ({
          id: `source:${id}`,
          name,
          group: "Resources",
          keywords: url,
          run: go(`/resources?${new URLSearchParams({ tab: tabOf(kind), find: setName(sets, id) ?? name })}`),
        })),
    ];
  }, [navigate, os, keys, sources, sets]);
  useCommands(commands);
  return <Palette isOpen onClose={onClose} />;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: COPIED, kind: "ok" });
  } catch {
    showToast({ text: COPY_FAILED, kind: "danger" });
  }
}

/** The name that people gave a PDF set; its source has the name in the form that agents write. */
function setName(
  sets: readonly { moduleId: string; displayName: string }[] | undefined,
  id: string,
): string | undefined {
  return sets?.find(({ moduleId }) => moduleId === id)?.displayName;
}

function tabOf(kind: Source["kind"]): string {
  if (kind === "repository") return "repositories";
  if (kind === "package") return "packages";
  return kind === "pdf-set" ? "pdfs" : "sites";
}
