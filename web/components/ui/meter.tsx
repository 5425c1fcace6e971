type MeterProps = {
  label: string;
  /** The figures in words, such as "1,240 credits left". */
  text: string;
  /** Share that is filled, from 0 to 1. */
  share: number;
  kind?: "accent" | "warning" | "danger";
};

const FILL = { accent: "fill-accent", warning: "fill-warn", danger: "fill-danger" } as const;

/** A bar that shows how much of something there is. */
export function Meter({ label, text, share, kind = "accent" }: MeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="grid gap-1.5"
    >
      <span className="text-sm tabular-nums">{text}</span>
      <svg
        aria-hidden="true"
        className="block h-1.5 w-full rounded-xs bg-hover forced-colors:border"
        width="100%"
        height="6"
      >
        <rect
          width={`${percent}%`}
          height="100%"
          className={`${FILL[kind]} forced-colors:fill-[CanvasText]`}
        />
      </svg>
    </div>
  );
}
