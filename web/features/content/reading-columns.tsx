import type { ReactNode } from "react";
import type { Heading } from "#web/content/content.ts";
import { OnThisPage } from "./on-this-page.tsx";

/** A text at the width that reads best, and its sections beside it where there is room. */
export function ReadingColumns({
  headings,
  children,
}: {
  headings: readonly Heading[];
  children: ReactNode;
}) {
  return (
    <div className="grid grid-cols-1 gap-x-10 lg:grid-cols-[minmax(0,var(--measure))_13rem] lg:justify-between">
      <div className="min-w-0 max-w-measure">{children}</div>
      <div className="hidden lg:block">
        <div className="sticky top-6">
          <OnThisPage headings={headings} />
        </div>
      </div>
    </div>
  );
}
