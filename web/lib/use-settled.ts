import { useEffect, useState } from "react";

/** A value once it has stayed the same for a while: typed text asks the server when the typing pauses. */
export function useSettled<T>(value: T, quietMs = 400): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
