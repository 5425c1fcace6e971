const FORMAT = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The day of an article, the same wherever it is read. */
export function ArticleDate({ date }: { date: string | null }) {
  if (date === null) return null;
  return <time dateTime={date}>{FORMAT.format(new Date(date))}</time>;
}
