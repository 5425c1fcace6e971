import { ApiError, isRecord } from "#web/api/errors.ts";
import { reach } from "#web/api/reach.ts";
import { selectTeam } from "#web/api/selected-team.ts";
import { showToast } from "#web/components/ui/toasts.ts";
import { ACCEPTED_TOAST_MS, COPY, FAILED_TOAST_MS } from "./copy.ts";

export type Acceptance = { kind: "accepted" } | { kind: "not-found" } | { kind: "failed"; message: string };

const KEPT_TOKEN = "inviteToken";

/** Keeps the token of a visitor who has to sign in first. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEPT_TOKEN, token);
}

/** Tokens that were sent: each is sent once, however often the page is drawn. */
const sent = new Map<string, Promise<Acceptance>>();

/** Accepts an invitation. The team of the invitation becomes the selected one; the outcome is also said in a toast. */
export function acceptInvite(token: string): Promise<Acceptance> {
  const running = sent.get(token) ?? accept(token);
  sent.set(token, running);
  return running;
}

/** Forgets that the token was sent. */
export function dismissInvite(token: string): void {
  sent.delete(token);
  sessionStorage.removeItem(KEPT_TOKEN);
}

async function accept(token: string): Promise<Acceptance> {
  const { acceptance, teamId } = await send(token);
  if (acceptance.kind === "accepted") {
    sessionStorage.removeItem(KEPT_TOKEN);
    if (teamId !== null) selectTeam(teamId);
    showToast({ text: COPY.accepted, kind: "ok", durationMs: ACCEPTED_TOAST_MS });
  }
  if (acceptance.kind === "failed")
    showToast({ text: acceptance.message, kind: "danger", durationMs: FAILED_TOAST_MS });
  return acceptance;
}

/** `POST /teams/accept-invite` of the specification, section 7: `error` has the words of a failure. */
async function send(token: string): Promise<{ acceptance: Acceptance; teamId: string | null }> {
  try {
    const response = await reach("/api/teams/accept-invite", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    if (response.status === 404) return { acceptance: { kind: "not-found" }, teamId: null };
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && isRecord(body) && body.success !== false && typeof body.teamId === "string")
      return { acceptance: { kind: "accepted" }, teamId: body.teamId };
    return failure(wordsOf(body) ?? COPY.failed(response.status));
  } catch (error) {
    return failure(error instanceof ApiError ? error.message : COPY.failed(0));
  }
}

function failure(message: string): { acceptance: Acceptance; teamId: null } {
  return { acceptance: { kind: "failed", message }, teamId: null };
}

/** The words of a refusal: our routes put them into an object; the specification's calls have them as they are. */
function wordsOf(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const words = isRecord(body.error) ? body.error.message : body.error;
  return typeof words === "string" && words !== "" ? words : null;
}
