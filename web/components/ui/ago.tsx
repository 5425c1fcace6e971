import { formatAgo, formatDate } from "#web/lib/dates.ts";

type AgoProps = {
  iso: string | null;
  /** The time of a running clock, where there is one. */
  now?: Date;
  className?: string;
};

/** The age of a moment, with its date as tooltip; a moment that never was is `Never`. */
export function Ago({ iso, now, className }: AgoProps) {
  if (iso === null) return "Never";
  return (
    <time dateTime={iso} title={formatDate(iso)} className={className}>
      {formatAgo(iso, now)}
    </time>
  );
}
