/** Texts of the frame, exactly as the specification has them. */
export const OFFLINE = "Failed to get document because the client is offline.";
