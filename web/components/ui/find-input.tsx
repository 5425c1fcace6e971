import { Input } from "./input.tsx";

/** From this many on there is a field to find one in. */
const SEARCHED_FROM = 6;

type FindInputProps = {
  label: string;
  /** How many there are to find one among. */
  among: number;
  value: string;
  onChange: (value: string) => void;
};

/** A field above a list; a short list has none, unless words came with the address. */
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
