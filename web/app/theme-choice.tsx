import { Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { setTheme, THEMES, useTheme } from "./theme.ts";

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const NAMES = { system: "System", light: "Light", dark: "Dark" } as const;

/** System, light or dark: three radio buttons in a row. */
export function ThemeChoice() {
  const theme = useTheme();
  // A name for each choice of the theme: a page may have two of them, and both show the theme.
  const group = useId();
  return (
    <fieldset data-needs-script="" className="inline-flex rounded-sm border border-border p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((name) => {
        const Icon = ICONS[name];
        return (
          <label
            key={name}
            title={NAMES[name]}
            className="grid size-7 place-items-center rounded-xs text-muted pointer-coarse:size-11 hover:text-text has-checked:bg-hover has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              aria-label={NAMES[name]}
              checked={theme === name}
              onChange={() => setTheme(name)}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-4" />
          </label>
        );
      })}
    </fieldset>
  );
}
