/** An amount as written in mails, such as `$9.00`. */
export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
