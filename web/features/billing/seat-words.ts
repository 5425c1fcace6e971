export function countOfSeats(count: number): string {
  return count === 1 ? "1 seat" : `${count} seats`;
}

/** Words on how the chosen members fit the paid seats. */
export function seatsSummary(chosen: number, paid: number): string {
  const rest = paid - chosen;
  const fit = rest === 0 ? "none unused" : rest > 0 ? `${rest} unused` : `${-rest} too many`;
  return `${countOfSeats(chosen)} selected, ${paid} paid: ${fit}`;
}
