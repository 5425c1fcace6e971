/** Hours that the old key of a roll may go on; 0 ends it at once. The default is a day. */
export const ROLL_GRACE_HOURS = [0, 1, 24, 168] as const;
export type RollGraceHours = (typeof ROLL_GRACE_HOURS)[number];
export const DEFAULT_ROLL_GRACE_HOURS: RollGraceHours = 24;
