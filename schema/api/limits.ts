import * as z from "zod";

/** The highest limit that can be set; more would be no limit. */
export const MAX_LIMIT = 1_000_000;

/** What a member or a key may use of something; null for as much as there is. */
export const limitInput = z.number().int().min(0).max(MAX_LIMIT).nullable();
