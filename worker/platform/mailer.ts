import type { Config } from "./config.ts";
import { storeLocalMail } from "./local-mail.ts";

export type OutgoingMail = {
  id: string;
  to: string;
  /** Name of the mail's template. */
  template: string;
  subject: string;
  text: string;
  html: string;
  /** Headers besides the usual ones. */
  headers?: Record<string, string>;
};

/** The way out for mail: Cloudflare's e-mail service in production, elsewhere the mail box of this machine. */
export type Mailer = {
  /** Sends a mail. Throws when the service did not take the mail; the error says why and holds nothing of the mail. */
  send(mail: OutgoingMail): Promise<void>;
};

export function createMailer(env: Pick<Env, "EMAIL" | "FILES">, config: Config): Mailer {
  const from = readSender(config.mailFrom);
  if (config.environment !== "production") {
    return {
      send: (mail) => storeLocalMail(env.FILES, { ...mail, from: config.mailFrom, sentAt: new Date() }),
    };
  }
  return {
    async send({ to, subject, text, html, headers }) {
      await env.EMAIL.send({ from, to, subject, text, html, headers }).catch(refused);
    },
  };
}

/** Throws a refusal without its cause: the service's own words may repeat the address. */
function refused(error: { code?: unknown }): never {
  throw new Error(
    `the email service refused a mail (${typeof error.code === "string" ? error.code : "no code"})`,
  );
}

/** `Name <address>` in the form that the service takes. */
export function readSender(sender: string): { name: string; email: string } | string {
  const [, name, email] = /^(.*\S)\s*<([^<>]+)>$/.exec(sender.trim()) ?? [];
  return name !== undefined && email !== undefined ? { name, email } : sender.trim();
}
