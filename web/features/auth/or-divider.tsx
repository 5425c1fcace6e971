/** The divider between the ways to sign in. */
export function OrDivider() {
  return (
    <div className="flex items-center gap-3 text-sm text-subtle">
      <span aria-hidden="true" className="h-px flex-1 bg-border" />
      or
      <span aria-hidden="true" className="h-px flex-1 bg-border" />
    </div>
  );
}
