/** Whether a key works: it was not revoked, and the time of a rolled key is not over. */
export function isKeyActive(
  { revokedAt, endsAt }: { revokedAt: Date | null; endsAt: Date | null },
  now: Date,
): boolean {
  return revokedAt === null && (endsAt === null || endsAt > now);
}
