import { twinPathOf } from "#schema/routes.ts";
import { CopyButton } from "#web/components/ui/copy-button.tsx";

/** The same page for programs: its markdown to copy, and the address of that markdown. */
export function PageMenu({ path }: { path: string }) {
  const twin = twinPathOf(path);
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <CopyButton text={() => markdownOf(twin)} label="page as markdown">
        Copy page
      </CopyButton>
      <a className="link inline-flex min-h-6 items-center touch" href={twin}>
        Markdown
      </a>
    </p>
  );
}

async function markdownOf(twin: string): Promise<string> {
  const response = await fetch(twin);
  if (!response.ok) throw new Error(`${twin} answers ${response.status}`);
  return response.text();
}
