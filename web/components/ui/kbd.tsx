/** A key of the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-5 rounded-xs border border-border bg-sunken px-1.5 text-center text-xs leading-5 text-muted">
      {children}
    </kbd>
  );
}
