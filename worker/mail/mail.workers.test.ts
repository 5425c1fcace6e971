import {
  createExecutionContext,
  createMessageBatch,
  env,
  getQueueResult,
  SELF,
  waitOnExecutionContext,
} from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "#tests/support/accounts.workers.ts";
import { limitedR2 } from "#worker/local/limits/write-rates.ts";
import worker from "#worker/index.ts";
import { readConfig } from "#worker/platform/config.ts";
import { newId } from "#worker/platform/ids.ts";
import { findLocalMail, listLocalMail } from "#worker/platform/local-mail.ts";
import { createMailer, readSender } from "#worker/platform/mailer.ts";
import type { OutgoingMail } from "#worker/platform/mailer.ts";
import { deliverMail } from "./deliver-mail.ts";
import type { MailMessage } from "./mail-message.ts";
import { mailListPage, mailPage } from "./mail-box-page.ts";
import { sendMail } from "./send-mail.ts";

const CODE = "c0deThatSignsSomebodyIn";
const address = () => `${newId("person").toLowerCase()}@example.test`;

function message(to: string, id = newId("mail")): MailMessage {
  return {
    id,
    to,
    template: "reset-password",
    values: { link: `https://docenda.test/auth/action?oobCode=${CODE}` },
  };
}

async function mailsTo(to: string) {
  const listed = await listLocalMail(env.FILES, { to, limit: 50 });
  return Promise.all(listed.map(({ name }) => findLocalMail(env.FILES, name)));
}

async function untilMailTo(to: string) {
  for (;;) {
    const [mail] = await mailsTo(to);
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Hands a batch to the worker as the platform does. */
async function consume(queue: string, bodies: MailMessage[]) {
  const batch = createMessageBatch<MailMessage>(
    queue,
    bodies.map((body, n) => ({ id: String(n), timestamp: new Date(), attempts: 1, body })),
  );
  const ctx = createExecutionContext();
  await worker.queue(batch, env);
  return getQueueResult(batch, ctx);
}

/** Everything that was written to the log. */
function logged(): string[] {
  const lines: string[] = [];
  for (const method of ["log", "warn", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
  return lines;
}

describe("sending", () => {
  it("goes through the queue to the mail box of this machine", async () => {
    const to = address();
    await sendMail(systemCtx(), { to, template: "verify-email", values: { link: "https://docenda.test/v" } });
    expect(await untilMailTo(to)).toMatchObject({
      to,
      template: "verify-email",
      from: "Docenda <mail@docenda.example>",
      subject: "Verify your email for Docenda",
      text: expect.stringContaining("https://docenda.test/v"),
      html: expect.stringContaining('href="https://docenda.test/v"'),
    });
  });

  it("sends a message once, also when it comes several times at once and again later", async () => {
    const to = address();
    const mail = message(to);
    const first = await Promise.all(Array.from({ length: 5 }, () => deliverMail(systemCtx(), mail)));
    expect(first.filter((delivery) => delivery === "sent")).toHaveLength(1);
    expect(await deliverMail(systemCtx(), mail)).toBe("sent-before");
    expect(await mailsTo(to)).toHaveLength(1);
    expect(await deliverMail(systemCtx(), message(to))).toBe("sent");
    expect(await mailsTo(to)).toHaveLength(2);
  });

  it("is sent once where an object takes one write a second", async () => {
    const ctx = systemCtx();
    const limited = { ...ctx, services: { ...ctx.services, files: limitedR2(ctx.services.files) } };
    const mail = message(address());
    expect(await deliverMail(limited, mail)).toBe("sent");
    expect(await deliverMail(limited, mail)).toBe("sent-before");
    expect(await mailsTo(mail.to)).toHaveLength(1);
  });

  it("is done by another consumer when the first one died before it sent", async () => {
    const ctx = systemCtx();
    const mail = message(address());
    await env.FILES.put(`mail-claim/${mail.id}`, "claim");
    expect(await deliverMail(ctx, mail)).toBe("elsewhere");
    const later = { ...ctx, now: () => new Date(Date.now() + 5 * 60_000) };
    const taken = await Promise.all([deliverMail(later, mail), deliverMail(later, mail)]);
    expect(taken.filter((delivery) => delivery === "sent")).toHaveLength(1);
    expect(await mailsTo(mail.to)).toHaveLength(1);
  });

  it("is tried again when the mail was not taken", async () => {
    const ctx = systemCtx();
    const mail = message(address());
    const broken = { send: () => Promise.reject(new Error("no")) };
    await expect(
      deliverMail({ ...ctx, services: { ...ctx.services, mailer: broken } }, mail),
    ).rejects.toThrow("no");
    expect(await deliverMail(ctx, mail)).toBe("sent");
  });
});

describe("the queue's consumers", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("acknowledge what was sent, retry what was not, and log neither the address nor the code", async () => {
    const lines = logged();
    const [sent, claimed] = [message(address()), message(address())];
    await env.FILES.put(`mail-claim/${claimed.id}`, "claim");
    const result = await consume("docenda-mail", [sent, claimed]);
    expect(result.explicitAcks).toEqual(["0"]);
    expect(result.retryMessages).toMatchObject([{ msgId: "1" }]);
    // A message that no template fits fails, and is tried again.
    const odd = { ...message(address()), template: "no-such" } as unknown as MailMessage;
    expect((await consume("docenda-mail", [odd])).retryMessages).toHaveLength(1);
    const log = lines.join("\n");
    expect(log).toContain(sent.id);
    for (const secret of [CODE, sent.to, claimed.to, odd.to]) expect(log).not.toContain(secret);
  });

  it("give up a dead letter with a line that does not say what it says", async () => {
    const lines = logged();
    const dead = message(address());
    await consume("docenda-mail-dead", [dead]);
    expect(lines.join("\n")).toContain(dead.id);
    expect(lines.join("\n")).not.toContain(CODE);
    expect(lines.join("\n")).not.toContain(dead.to);
    expect(await mailsTo(dead.to)).toEqual([]);
  });
});

describe("in production", () => {
  const mail: OutgoingMail = {
    id: "mail_1",
    to: "a@example.test",
    template: "t",
    subject: "S",
    text: "T",
    html: "<p>H",
  };
  const production = { ...readConfig(env), environment: "production" as const };

  it("mail goes to the e-mail service and not to the mail box", async () => {
    const send = vi.fn<(mail: unknown) => Promise<unknown>>(() => Promise.resolve({ messageId: "1" }));
    const to = address();
    await createMailer({ EMAIL: { send } as unknown as SendEmail, FILES: env.FILES }, production).send({
      ...mail,
      to,
    });
    expect(send).toHaveBeenCalledExactlyOnceWith({
      from: { name: "Docenda", email: "mail@docenda.example" },
      to,
      subject: "S",
      text: "T",
      html: "<p>H",
    });
    expect(await mailsTo(to)).toEqual([]);
  });

  it("a refusal keeps the service's code and not its words", async () => {
    const refusal = Object.assign(new Error("a@example.test is on the list"), {
      code: "E_RECIPIENT_SUPPRESSED",
    });
    const EMAIL = { send: () => Promise.reject(refusal) } as unknown as SendEmail;
    const refused = createMailer({ EMAIL, FILES: env.FILES }, production).send(mail);
    await expect(refused).rejects.toThrow("refused a mail (E_RECIPIENT_SUPPRESSED)");
    await expect(refused).rejects.not.toHaveProperty("cause");
  });

  it.each([
    ["Docenda <mail@docenda.example>", { name: "Docenda", email: "mail@docenda.example" }],
    ["mail@docenda.example", "mail@docenda.example"],
  ])("reads the sender %s", (sender, read) => expect(readSender(sender)).toEqual(read));
});

function get(path: string) {
  return SELF.fetch(`https://docenda.test${path}`);
}

describe("the mail box page", () => {
  it("over HTTP lists, shows and gives as JSON what was sent, under a policy that lets nothing run", async () => {
    const to = address();
    const mail = message(to);
    await deliverMail(systemCtx(), mail);
    const json = await get(`/__mail?format=json&to=${encodeURIComponent(to)}`);
    expect(await json.json()).toMatchObject({ mails: [{ id: mail.id, to, template: "reset-password" }] });
    const list = await get(`/__mail?to=${encodeURIComponent(to)}`);
    expect(list.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    const [, href = ""] = /href="(\/__mail\/[^"]+)"/.exec(await list.text()) ?? [];
    const shown = await get(href);
    expect(shown.headers.get("content-security-policy")).toMatch(/^default-src 'none';/);
    expect(await shown.text()).toContain("Reset your Docenda password");
    expect((await get("/__mail/no-such")).status).toBe(404);
  });

  it("is not there in production", async () => {
    const execution = createExecutionContext();
    const production = {
      ...env,
      ENVIRONMENT: "production",
      API_KEY_PEPPER: "p".repeat(40),
      AUTH_SECRET: "a".repeat(40),
      SEAL_KEYS: `1:${"s".repeat(40)}`,
      PUBLIC_ORIGIN: "https://docenda.test",
      MAIL_FROM: "Docenda <mail@docenda.test>",
    };
    for (const path of ["/__mail", "/__mail/x", "/__mail?format=json"]) {
      const answer = await worker.fetch(new Request(`https://docenda.test${path}`), production, execution);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("example.test");
    }
    await waitOnExecutionContext(execution);
  });

  it("shows what was sent as text, and its HTML in a frame without scripts", async () => {
    const to = address();
    await deliverMail(systemCtx(), message(to));
    const [mail] = await mailsTo(to);
    const page = mailPage({ ...mail!, subject: "<i>S</i>", html: `<script>alert(1)</script>${mail!.html}` });
    expect(page).not.toContain("<script>");
    expect(page).not.toContain("<i>S</i>");
    expect(page).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&lt;base target/,
    );
    expect(page).toContain(`<a href="https://docenda.test/auth/action?oobCode=${CODE}">`);
  });

  it("lists the newest first, by address", async () => {
    const to = address();
    await deliverMail(systemCtx(), message(to));
    await deliverMail({ ...systemCtx() }, message(address()));
    const later = { ...message(to), template: "account-deleted" as const, values: {} };
    await new Promise((resolve) => setTimeout(resolve, 5));
    await deliverMail(systemCtx(), later);
    const listed = await listLocalMail(env.FILES, { to: to.toUpperCase(), limit: 10 });
    expect(listed.map(({ subject }) => subject)).toEqual([
      "Your Docenda account was deleted",
      "Reset your Docenda password",
    ]);
    expect(mailListPage(listed, `"><b>`)).not.toContain("<b>");
    expect(await listLocalMail(env.FILES, { to, limit: 1 })).toHaveLength(1);
  });
});
