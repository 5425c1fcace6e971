/** Texts of the frame, word for word from the specification. */
export const OFFLINE = "Failed to get document because the client is offline.";
