import { CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../class-names.ts";
import { Button } from "./button.tsx";

const KINDS = {
  info: { icon: Info, classes: "bg-info-soft text-info" },
  ok: { icon: CircleCheck, classes: "bg-ok-soft text-ok" },
  warning: { icon: TriangleAlert, classes: "bg-warn-soft text-warn" },
  danger: { icon: TriangleAlert, classes: "bg-danger-soft text-danger" },
} as const;

type BannerProps = {
  kind?: keyof typeof KINDS;
  /** The ARIA role, which has the banner read out at once when it appears. */
  role?: "alert" | "status";
  children: ReactNode;
  /** Buttons at the banner's end. */
  actions?: ReactNode;
};

/** A banner with something to know about the page, above the part that it concerns. */
export function Banner({ kind = "info", role, children, actions }: BannerProps) {
  const { icon: Icon, classes } = KINDS[kind];
  return (
    <div
      role={role}
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-current/25 px-4 py-2.5 text-md",
        classes,
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">{children}</div>
      {actions}
    </div>
  );
}

type ProblemProps = {
  message: string;
  requestId?: string | null;
  onRetry?: () => void;
  isRetrying?: boolean;
};

/** A banner for a failure, in the server's words where it has some, with a way on. */
export function Problem({ message, requestId, onRetry, isRetrying }: ProblemProps) {
  return (
    <Banner
      kind="danger"
      role="alert"
      actions={
        onRetry && (
          <Button size="sm" onClick={onRetry} isBusy={isRetrying}>
            Try again
          </Button>
        )
      }
    >
      {message}
      {requestId && (
        <span className="block text-sm">
          Request id <code>{requestId}</code>
        </span>
      )}
    </Banner>
  );
}
