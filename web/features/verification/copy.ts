export const VERIFY_TO_CREATE_KEYS = "Verify your email to create API keys.";
export const SEND_EMAIL = "Send email";
export const SEND_FAILED = "The email could not be sent. Please try again.";

export function emailSentTo(email: string): string {
  return `Email sent to ${email}`;
}
