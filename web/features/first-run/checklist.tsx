import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { cx } from "#web/components/class-names.ts";
import { Card } from "#web/components/ui/card.tsx";
import { STEPS } from "./first-run.ts";
import type { Step } from "./first-run.ts";

const NAMES: Record<Step, string> = {
  verify: "Verify your email",
  key: "Create a key",
  connect: "Connect your agent",
};

type ChecklistProps = {
  done: ReadonlySet<Step>;
  next: Step | null;
  /** Content of each step, shown for the step that comes next. */
  children: Record<Step, ReactNode>;
};

/** The first steps of a new account; the step that comes next is open. */
export function Checklist({ done, next, children }: ChecklistProps) {
  const current = useRef<HTMLLIElement>(null);
  const shown = useRef(next);
  // The step that was done is gone, and the focus with it: the focus goes to the next step.
  useEffect(() => {
    if (shown.current !== next && document.activeElement === document.body) current.current?.focus();
    shown.current = next;
  }, [next]);

  return (
    <Card aria-labelledby="first-run">
      <h2 id="first-run" className="mb-4 text-lg">
        Three steps to the first search
      </h2>
      <ol className="grid gap-4">
        {STEPS.map((step, index) => (
          <li
            key={step}
            ref={step === next ? current : undefined}
            tabIndex={-1}
            aria-current={step === next ? "step" : undefined}
            className="grid grid-cols-[28px_minmax(0,1fr)] gap-3 outline-none"
          >
            <span
              className={cx(
                "flex size-7 items-center justify-center rounded-full border text-sm font-medium",
                done.has(step) ? "border-transparent bg-accent text-on-accent" : "border-strong text-muted",
              )}
            >
              {done.has(step) ? <Check aria-label="Done" className="size-4" /> : index + 1}
            </span>
            <div className="grid grid-cols-1 gap-3">
              <p className={cx("pt-0.5 text-md font-medium", done.has(step) && "text-muted")}>
                {NAMES[step]}
              </p>
              {step === next && children[step]}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
