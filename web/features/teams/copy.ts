/** Texts for failed team calls, word for word from the specification (section 8), where the server gave no words. */
export const FAILED = {
  create: (status: number) => `Failed to create team: ${status}`,
  invite: (status: number) => `Failed to invite members: ${status}`,
  respond: (response: "accept" | "decline", status: number) => `Failed to ${response} invite: ${status}`,
  delete: (status: number) => `Failed to delete team: ${status}`,
  role: () => "Failed to update team member role",
  limits: () => "The limits could not be saved.",
  remove: () => "Failed to remove team member",
  resend: () => "Failed to resend invite",
  leave: () => "Failed to leave team",
} as const;

export const ROLE_WORDS = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
} as const;
