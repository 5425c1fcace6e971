import { Ban, Check, CircleDashed, Clock, Info, LoaderCircle, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../class-names.ts";

const LOOKS = {
  complete: { icon: Check, classes: "bg-ok-soft text-ok" },
  running: {
    icon: LoaderCircle,
    classes: "bg-warn-soft text-warn [&>svg]:animate-spin [&>svg]:[animation-duration:2s]",
  },
  failed: { icon: X, classes: "bg-danger-soft text-danger" },
  pending: { icon: Clock, classes: "bg-sunken text-muted" },
  unknown: { icon: CircleDashed, classes: "bg-sunken text-muted" },
  revoked: { icon: Ban, classes: "bg-sunken text-muted" },
  info: { icon: Info, classes: "bg-info-soft text-info" },
  warning: { icon: TriangleAlert, classes: "bg-warn-soft text-warn" },
  plain: { icon: null, classes: "bg-sunken text-muted" },
} as const;

export type ChipKind = keyof typeof LOOKS;

/** A state in a word, with an icon: a state is never shown by colour alone. */
export function Chip({ kind = "plain", children }: { kind?: ChipKind; children: ReactNode }) {
  const { icon: Icon, classes } = LOOKS[kind];
  return (
    <span
      data-kind={kind}
      className={cx(
        "inline-flex items-center gap-1 rounded-xs px-2 py-0.5 text-xs font-medium whitespace-nowrap forced-colors:border",
        classes,
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3" strokeWidth={2.5} />}
      {children}
    </span>
  );
}
