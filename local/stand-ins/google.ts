import { createHash, createSign, generateKeyPairSync } from "node:crypto";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";
import type { StandInUser } from "./users.ts";

export type GoogleOptions = {
  port: number;
  users: StandInUser[];
  client: { id: string; secret: string; redirectUris: string[] };
};

const KEY_ID = "stand-in";

/**
 * Google's sign-in: OpenID Connect with real keys. A person has the same `sub` at every start, which the emulator would
 * make up anew: tokens are signed again here, with a key that the door publishes in place of the emulator's.
 */
export async function startGoogle({ port, users, client }: GoogleOptions): Promise<Service> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const sign = (payload: object) => {
    const parts = [{ alg: "RS256", kid: KEY_ID, typ: "JWT" }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const signed = parts.join(".");
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url")}`;
  };
  return startService({
    service: "google",
    port,
    signIn: { path: "/o/oauth2/v2/auth", logins: users.map(({ email }) => email) },
    tokenPath: "/oauth2/token",
    seed: {
      users: users.map(({ name, email, isEmailVerified }) => ({
        name,
        email,
        email_verified: isEmailVerified,
        given_name: name.split(" ")[0],
        family_name: name.split(" ")[1] ?? "",
      })),
      oauth_clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          name: "Docenda",
          redirect_uris: client.redirectUris,
        },
      ],
    },
    refuse: () => Response.json({ error: "invalid_token" }, { status: 401 }),
    extend: (app, { upstream, tokens }) => {
      app.get("/oauth2/v3/certs", (c) =>
        c.json({
          keys: [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, use: "sig", alg: "RS256" }],
        }),
      );
      app.post("/oauth2/token", async (c) => {
        const answer = await upstream(c.req.raw);
        if (!answer.ok) return answer;
        const granted = (await answer.json()) as { access_token: string; id_token?: string };
        tokens.add(granted.access_token);
        if (!granted.id_token) return c.json(granted);
        const claims = JSON.parse(
          Buffer.from(granted.id_token.split(".")[1] ?? "", "base64url").toString(),
        ) as { email: string };
        return c.json({ ...granted, id_token: sign({ ...claims, sub: subjectOf(claims.email) }) });
      });
      app.get("/oauth2/v2/userinfo", async (c) => {
        const answer = await upstream(c.req.raw);
        if (!answer.ok) return answer;
        const user = (await answer.json()) as { email: string };
        return c.json({ ...user, sub: subjectOf(user.email) });
      });
    },
  });
}

/** The `sub` of a person: 21 digits, as Google's. */
function subjectOf(email: string): string {
  const digits = BigInt(`0x${createHash("sha256").update(email).digest("hex")}`).toString();
  return `1${digits.slice(0, 20)}`;
}
