export function countOfSeats(count: number): string {
  return count === 1 ? "1 seat" : `${count} seats`;
}

/** How the members who are chosen fit the seats that are paid. */
export function seatsSummary(chosen: number, paid: number): string {
  const rest = paid - chosen;
  const fit = rest === 0 ? "none unused" : rest > 0 ? `${rest} unused` : `${-rest} too many`;
  return `${countOfSeats(chosen)} selected, ${paid} paid: ${fit}`;
}
