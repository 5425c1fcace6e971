import { TrimBar } from "#web/components/ui/trim-bar.tsx";

/** One search as it was answered here; the numbers are those of its receipt. */
export function AnswerPicture() {
  return (
    <>
      <p className="call">
        <code>docenda_search_documentation</code> <q>how do I cancel a schedule of an agent</q>
      </p>
      <blockquote>
        <p className="source">
          Schedule tasks › <strong>Cancelling schedules</strong> (agents 0.32.0)
        </p>
        <p>
          … <mark>placeholder</mark> …
        </p>
      </blockquote>
      <TrimBar tokensRead={439} tokensTotal={10_000} />
    </>
  );
}
