import { Input } from "./input.tsx";

/** Number of items from which a list has a field to find one in. */
const SEARCHED_FROM = 6;

type FindInputProps = {
  label: string;
  /** Number of items in the list. */
  among: number;
  value: string;
  onChange: (value: string) => void;
};

/** A field above a list to find an item; a short list has no field, unless words came with the address. */
export function FindInput({ label, among, value, onChange }: FindInputProps) {
  if (among < SEARCHED_FROM && value === "") return null;
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      className="max-w-[320px]"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
