import { Menu } from "lucide-react";
import { useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { buttonClass } from "../ui/button.tsx";

/**
 * The pages of the header where they have no room beside each other. The menu is a `details`, so that it opens before the
 * scripts have come and without them; Escape, a tap beside the menu and another page close it.
 */
export function SiteMenu({ links }: { links: readonly { to: string; name: string }[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute("open");
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  return (
    <details
      ref={menu}
      className="relative md:hidden"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape" || !currentTarget.open) return;
        currentTarget.open = false;
        currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary
        aria-label="Menu"
        className={`${buttonClass({ variant: "ghost", size: "icon" })} list-none [&::-webkit-details-marker]:hidden`}
      >
        <Menu aria-hidden="true" className="size-5" />
      </summary>
      <div className="absolute top-full right-0 z-50 mt-1 grid min-w-44 rounded-md border border-border bg-surface py-1 shadow-card">
        {links.map(({ to, name }) => (
          <NavLink
            key={to}
            to={to}
            onClick={() => menu.current?.removeAttribute("open")}
            className="flex min-h-11 items-center px-4 text-md text-text no-underline hover:bg-hover aria-[current=page]:font-medium"
          >
            {name}
          </NavLink>
        ))}
      </div>
    </details>
  );
}
