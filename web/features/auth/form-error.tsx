/** The reason why a form failed, read out when it appears. Its place is there before, so that nothing jumps. */
export function FormError({ message }: { message: string | null }) {
  return (
    <p role="alert" className="text-sm text-danger empty:hidden">
      {message}
    </p>
  );
}
