import type { OutgoingMail } from "./mailer.ts";

/** A mail that would have been sent. */
export type LocalMail = OutgoingMail & { from: string; sentAt: Date };

export type ListedLocalMail = { name: string; to: string; subject: string; sentAt: Date };

const PREFIX = "local-mail/";
/** Time from which a mail's time is subtracted in its name, so that the newest mail is listed first. */
const END_OF_TIME = 9_999_999_999_999;

/** Puts a mail into the mail box of this machine, which stands for every mail box outside. */
export async function storeLocalMail(files: R2Bucket, mail: LocalMail): Promise<void> {
  const name = `${END_OF_TIME - mail.sentAt.getTime()}-${mail.id}`;
  await files.put(PREFIX + name, JSON.stringify(mail), {
    customMetadata: { to: mail.to, subject: mail.subject, sentAt: mail.sentAt.toISOString() },
  });
}

/** Mails in this machine's mail box, newest first; `to` limits the list to one address. */
export async function listLocalMail(
  files: R2Bucket,
  { to, limit }: { to?: string; limit: number },
): Promise<ListedLocalMail[]> {
  const found: ListedLocalMail[] = [];
  let cursor: string | undefined;
  do {
    const part = await files.list({ prefix: PREFIX, cursor, include: ["customMetadata"] });
    for (const { key, customMetadata = {} } of part.objects) {
      if (to !== undefined && customMetadata.to?.toLowerCase() !== to.toLowerCase()) continue;
      found.push({
        name: key.slice(PREFIX.length),
        to: customMetadata.to ?? "",
        subject: customMetadata.subject ?? "",
        sentAt: new Date(customMetadata.sentAt ?? 0),
      });
    }
    cursor = part.truncated ? part.cursor : undefined;
  } while (cursor !== undefined && found.length < limit);
  return found.slice(0, limit);
}

export async function findLocalMail(files: R2Bucket, name: string): Promise<LocalMail | null> {
  const object = await files.get(PREFIX + name);
  if (!object) return null;
  const mail = await object.json<LocalMail>();
  return { ...mail, sentAt: new Date(mail.sentAt) };
}
