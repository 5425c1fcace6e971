/** What was read of a page (solid) beside what was left out (hatched). */
export function TrimBar({ tokensRead, tokensTotal }: { tokensRead: number; tokensTotal: number }) {
  const read = tokensRead.toLocaleString("en");
  const total = tokensTotal.toLocaleString("en");
  const saved = Math.round((1 - tokensRead / tokensTotal) * 100);
  return (
    <figure className="trim-bar">
      <div className="trim-track" aria-hidden="true">
        <div style={{ width: `${(tokensRead / tokensTotal) * 100}%` }} />
      </div>
      <figcaption>
        <span>{read} tokens sent</span>
        <span>
          {total} on the page, {saved}% left out
        </span>
      </figcaption>
    </figure>
  );
}
