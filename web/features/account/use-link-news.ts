import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { showToast } from "#web/components/ui/toasts.ts";
import { methodName } from "./method-name.ts";

const NEWS_MS = 5_000;

/** Says once how connecting a way to sign in went, and takes that out of the address. */
export function useLinkNews(): void {
  const [params, setParams] = useSearchParams();
  const linked = params.get("linked");
  const notLinked = params.get("notLinked");
  const reason = params.get("reason");
  useEffect(() => {
    if (linked === null && notLinked === null) return;
    showToast({
      text:
        notLinked === null
          ? `${methodName(linked)} is connected.`
          : notLinkedWords(methodName(notLinked), reason),
      kind: notLinked === null ? "ok" : "danger",
      durationMs: NEWS_MS,
    });
    setParams(
      (now) => {
        for (const name of ["linked", "notLinked", "reason"]) now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [linked, notLinked, reason, setParams]);
}

function notLinkedWords(name: string, reason: string | null): string {
  switch (reason) {
    case "taken":
      return `${name} was not connected: that account signs in to another account here.`;
    case "cancelled":
      return `${name} was not connected: you did not give the permission.`;
    case "unverified":
      return `${name} was not connected. Verify your email address there, stay signed in here, and try again.`;
    default:
      return `${name} could not be connected. Try again.`;
  }
}
