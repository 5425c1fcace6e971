import { SITE_LINKS } from "#web/components/site/site-config.ts";

/** A link to where the words of a page can be changed, when the site names its repository. */
export function EditLink({ sourcePath }: { sourcePath: string | null }) {
  const { repositoryUrl } = SITE_LINKS;
  if (!repositoryUrl || sourcePath === null) return null;
  return (
    <a
      href={`${repositoryUrl.replace(/\/$/, "")}/edit/main/${sourcePath}`}
      className="link inline-flex min-h-6 items-center text-sm touch"
    >
      Edit this page
    </a>
  );
}
