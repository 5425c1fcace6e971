import type { Owner } from "#worker/context.ts";

/** Owner of the chain that an event belongs to; the system's own chain has the events that must outlive an account. */
export type AuditOwner = Owner | { kind: "system"; id: "system" };

/** Events that are recorded, with the details of each kind. Never a secret, never a mail address of somebody else. */
export type AuditEvent =
  | { type: "signed-up"; details: { method: string } }
  | { type: "signed-in"; details: { method: string } }
  | { type: "signed-out"; details: Record<string, never> }
  | { type: "session.revoked"; details: { sessionId: string } }
  | { type: "sessions.revoked"; details: { count: number; because: string } }
  | { type: "email.verified"; details: Record<string, never> }
  | { type: "password.reset"; details: Record<string, never> }
  | { type: "password.changed"; details: Record<string, never> }
  | { type: "sign-in-method.linked"; details: { method: string } }
  | { type: "sign-in-method.unlinked"; details: { method: string } }
  | { type: "api-key.created"; details: { keyId: string; name: string } }
  | { type: "api-key.revealed"; details: { keyId: string; name: string } }
  | {
      type: "api-key.rolled";
      details: { keyId: string; newKeyId: string; name: string; endsAt: string | null };
    }
  | { type: "api-key.revoked"; details: { keyId: string; name: string } }
  | { type: "consent.changed"; details: { marketingConsent: boolean; provenance: string } }
  | { type: "profile.changed"; details: { fields: string[] } }
  | { type: "data.exported"; details: Record<string, never> }
  | { type: "account.deleted"; details: { userIdHash: string } }
  | { type: "oauth-grant.created"; details: { clientId: string; clientName: string; scopes: string[] } }
  | { type: "oauth-grant.revoked"; details: { clientId: string; clientName: string } }
  | { type: "team.created"; details: { name: string } }
  | { type: "team.purged"; details: { teamIdHash: string } }
  | { type: "team.deleted"; details: { forfeitedCredits: number } }
  | { type: "team.member-invited"; details: { membershipId: string; role: string } }
  | { type: "team.member-joined"; details: { membershipId: string; role: string } }
  | { type: "team.member-left"; details: { membershipId: string } }
  | { type: "team.member-removed"; details: { membershipId: string; revokedKeys: number } }
  | { type: "api-key.limited"; details: { keyId: string; monthlyCredits: number | null } }
  | {
      type: "team.limits-set";
      details: { membershipId: string; monthlyCredits: number | null; maxSources: number | null };
    }
  | {
      type: "auto-top-up.set";
      details: { isOn: boolean; thresholdCredits?: number; packCredits?: number; monthlyMaxCents?: number };
    }
  | { type: "team.role-changed"; details: { membershipId: string; role: string } }
  | { type: "team.seats-assigned"; details: { count: number } }
  | { type: "team.seats-changed"; details: { seats: number } }
  | { type: "page.left-out"; details: { sourceId: string; url: string } }
  | { type: "page.taken-in"; details: { sourceId: string; url: string } }
  | { type: "chat.shared"; details: { conversationId: string } }
  | { type: "chat.unshared"; details: { conversationId: string } }
  | { type: "github.connected"; details: { login: string } }
  | { type: "github.disconnected"; details: { login: string } };
