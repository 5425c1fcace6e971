import { useSearchParams } from "react-router";

/**
 * Whether the form for something new is open. The address says so, `?add=site`, so that the palette, a link and Back open and
 * close the form.
 */
export function useAdding(what: string): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [params, setParams] = useSearchParams();
  return [
    params.get("add") === what,
    (isOpen) =>
      setParams(
        (now) => {
          if (isOpen) now.set("add", what);
          else now.delete("add");
          return now;
        },
        // Drawn at once: a person who has pressed the button goes on typing into the form.
        { replace: true, preventScrollReset: true, flushSync: true },
      ),
  ];
}
