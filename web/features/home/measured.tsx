import { Link } from "react-router";
import { grouped } from "#web/lib/grouped.ts";

type MeasuredProps = {
  ways: readonly { name: string; questions: number; answeredShare: number; meanTokens: number }[];
  /** Number of documentations that the questions are about. */
  corpora: number;
};

/** Our own measurement: the cost of an answer in tokens, and the number of answers that hold what the question needs. */
export function Measured({ ways, corpora }: MeasuredProps) {
  const most = Math.max(...ways.map(({ meanTokens }) => meanTokens));
  const [ours] = ways;
  if (!ours) return null;
  return (
    <div className="grid gap-5">
      <p className="max-w-measure text-muted">
        {ours.questions} questions about the documentation of {corpora} projects, each asked of every way in
        the same run. An answer counts when it holds everything that the question needs.
      </p>
      <table className="w-full border-collapse text-left text-md">
        <thead className="text-sm text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="pb-2 font-medium">
              Way
            </th>
            <th scope="col" className="pb-2 font-medium">
              Tokens an answer
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              Answered
            </th>
          </tr>
        </thead>
        <tbody>
          {ways.map(({ name, answeredShare, meanTokens }, index) => (
            <tr key={name} className="border-t border-border max-sm:grid max-sm:grid-cols-2 max-sm:py-2">
              <th
                scope="row"
                className={`py-2.5 pr-4 whitespace-nowrap max-sm:py-1 ${index === 0 ? "font-semibold" : "font-normal"}`}
              >
                {name}
              </th>
              <td className="w-full py-2.5 max-sm:order-3 max-sm:col-span-2 max-sm:py-1">
                <span className="flex items-center gap-3 font-mono text-sm tabular-nums">
                  <svg aria-hidden="true" width="100%" height="10" className="h-2.5 min-w-0 flex-1">
                    <rect
                      width={`${Math.max(0.5, (meanTokens / most) * 100)}%`}
                      height="100%"
                      rx="2"
                      className={`${index === 0 ? "fill-accent" : "fill-strong"} forced-colors:fill-[CanvasText]`}
                    />
                  </svg>
                  <span className="w-14 text-right">{grouped(meanTokens)}</span>
                </span>
              </td>
              <td className="py-2.5 pl-4 text-right font-mono text-sm tabular-nums max-sm:py-1">
                {Math.round(answeredShare * 100)}%
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-md">
        <Link to="/evaluation" className="link">
          How we measure, and where we lose
        </Link>
      </p>
    </div>
  );
}
