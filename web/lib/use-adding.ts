import { useSearchParams } from "react-router";

/**
 * Whether the form for something new is open. That stands in the address, `?add=site`, so that the palette, a link and
 * Back open and close it.
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
        // At once: who has pressed the button goes on typing into the form.
        { replace: true, preventScrollReset: true, flushSync: true },
      ),
  ];
}
