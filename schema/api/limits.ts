import * as z from "zod";

/** The highest limit that can be set; a higher one would be no limit. */
export const MAX_LIMIT = 1_000_000;

/** The most that a member or a key may use of something; null for no limit of their own. */
export const limitInput = z.number().int().min(0).max(MAX_LIMIT).nullable();
