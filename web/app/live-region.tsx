import { useEffect, useState } from "react";
import { onAnnounce } from "./announce.ts";

export function LiveRegion() {
  const [text, setText] = useState("");
  useEffect(() => onAnnounce(setText), []);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
