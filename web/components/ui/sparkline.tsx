const HEIGHT = 20;
const STEP = 6;
const GAP = 2;

type SparklineProps = {
  /** Values, the oldest first. */
  values: readonly number[];
  /** The meaning of the bars, in words. */
  label: string;
};

/**
 * A row of small bars, each as high as its value is beside the highest; a value of zero is a dash on the ground. All bars are
 * one shape: a table has many of these rows.
 */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(1, ...values);
  const bars = values.map((value, index) =>
    bar(index, value === 0 ? 0 : Math.max(3, (value / most) * HEIGHT)),
  );
  const dashes = values.map((value, index) => bar(index, value === 0 ? 1 : 0));
  return (
    <svg
      role="img"
      aria-label={label}
      width={values.length * STEP - GAP}
      height={HEIGHT}
      className="inline-block align-middle"
    >
      <title>{label}</title>
      <path d={dashes.join("")} className="fill-strong forced-colors:fill-[GrayText]" />
      <path d={bars.join("")} className="fill-accent forced-colors:fill-[CanvasText]" />
    </svg>
  );
}

function bar(index: number, height: number): string {
  if (height === 0) return "";
  return `M${index * STEP} ${HEIGHT}v${-height}h${STEP - GAP}v${height}z`;
}
