const HEIGHT = 20;
const STEP = 6;
const GAP = 2;

type SparklineProps = {
  /** The oldest first. */
  values: readonly number[];
  /** What it shows, in words. */
  label: string;
};

/** A row of small bars, each as high as its value is beside the highest; a value of none is a dot on the ground. */
export function Sparkline({ values, label }: SparklineProps) {
  const most = Math.max(1, ...values);
  return (
    <svg
      role="img"
      aria-label={label}
      width={values.length * STEP - GAP}
      height={HEIGHT}
      className="inline-block align-middle"
    >
      <title>{label}</title>
      {values.map((value, index) => {
        const height = value === 0 ? 1 : Math.max(3, (value / most) * HEIGHT);
        return (
          <rect
            // The place is what a bar is.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            x={index * STEP}
            y={HEIGHT - height}
            width={STEP - GAP}
            height={height}
            className={
              value === 0
                ? "fill-strong forced-colors:fill-[GrayText]"
                : "fill-accent forced-colors:fill-[CanvasText]"
            }
          />
        );
      })}
    </svg>
  );
}
