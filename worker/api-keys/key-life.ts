/** Whether a key works: it was not revoked, and when it was rolled, its time is not over. */
export function isKeyActive(
  { revokedAt, endsAt }: { revokedAt: Date | null; endsAt: Date | null },
  now: Date,
): boolean {
  return revokedAt === null && (endsAt === null || endsAt > now);
}
