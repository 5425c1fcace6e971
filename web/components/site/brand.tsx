import { PRODUCT } from "#schema/values.ts";

/** The mark with the product's name beside it, as it stands at the top of every frame. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2">
      <Mark className="size-6" />
      {PRODUCT}
    </span>
  );
}

/** The mark: a page, and the one line of it that is read. The same drawing as the icons in web/public. */
function Mark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={className}>
      <rect width="32" height="32" rx="6" className="fill-accent forced-colors:fill-[CanvasText]" />
      <path d="M8 9h16M8 21h16M8 25h9" className="stroke-on-accent" strokeWidth="2" opacity=".5" />
      <path d="M8 15h16" className="stroke-mark" strokeWidth="5" />
    </svg>
  );
}
