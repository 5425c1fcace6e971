import { formatAgo, formatDate } from "#web/lib/dates.ts";

type AgoProps = {
  iso: string | null;
  /** Where a clock runs, its time. */
  now?: Date;
  className?: string;
};

/** How long ago something was, with the date to point at; what never was is `Never`. */
export function Ago({ iso, now, className }: AgoProps) {
  if (iso === null) return "Never";
  return (
    <time dateTime={iso} title={formatDate(iso)} className={className}>
      {formatAgo(iso, now)}
    </time>
  );
}
