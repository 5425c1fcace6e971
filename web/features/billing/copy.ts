/** Fallbacks of the specification, section 8, for answers that bring no text of their own. */
export const FAILED_SUBSCRIPTION = (status: number) => `Failed to create subscription: ${status}`;
export const FAILED_PURCHASE = (status: number) => `Failed to purchase credits: ${status}`;
export const FAILED_SEATS = (status: number) => `Failed to manage seats: ${status}`;
export const FAILED_PORTAL = "Failed to create team portal session";

export const FAILED_BILLING = "Your plan could not be loaded.";
export const FAILED_CHANGE = "Your plan could not be changed.";

export const ALLOWANCE_RULE = "Monthly credits are spent first and don't roll over.";
export const PACK_RULE = "Purchased credits don't expire.";
