import type { ContentMeta } from "#web/content/content.ts";

const FORMAT = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The day of an article, the same wherever it is read, and how long reading it takes. */
export function ArticleDate({ publishedOn, minutes }: Pick<ContentMeta, "publishedOn" | "minutes">) {
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-muted">
      {publishedOn !== null && (
        <>
          <time dateTime={publishedOn}>{FORMAT.format(new Date(publishedOn))}</time>
          <span aria-hidden="true">·</span>
        </>
      )}
      <span>{minutes} min</span>
    </p>
  );
}
