import { OPERATING_SYSTEMS } from "./install.ts";
import type { Os } from "./install.ts";

const NAMES: Record<Os, string> = { mac: "macOS", linux: "Linux", windows: "Windows" };

/** The choice of the system whose paths and quotes are shown. */
export function OsChoice({ os, onChange }: { os: Os; onChange: (os: Os) => void }) {
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">System</legend>
      <div className="flex">
        {OPERATING_SYSTEMS.map((one) => (
          <label
            key={one}
            className="inline-flex min-h-10 items-center border border-strong bg-surface px-3 text-md touch first:rounded-l-sm last:rounded-r-sm not-first:-ml-px hover:bg-hover has-checked:z-1 has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="os"
              value={one}
              checked={one === os}
              onChange={() => onChange(one)}
              className="sr-only"
            />
            {NAMES[one]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
