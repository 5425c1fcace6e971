import { INPUT_LIMITS } from "#schema/input-limits.ts";
import * as z from "zod";
import { principalOf, sourceOwnerOf } from "#worker/owner.ts";
import type { Ctx, SourceOwner } from "#worker/context.ts";
import { AppError } from "#worker/errors.ts";
import { seal, unseal } from "#worker/platform/seal.ts";
import { findSource } from "./repo.ts";

const MAX_HEADERS = 10;
const MAX_VALUE_CHARACTERS = 4096;

/** Names of headers that we or the connection set, and of those that tell who is really asking. */
const NOT_THEIRS =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept|accept-encoding|range|if-.*|user-agent|forwarded|via|proxy-.*|cf-.*|x-forwarded-.*|x-real-ip|sec-.*)$/;

/** Form of a header's name: a token of RFC 9110, section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;

const value = z
  .string()
  .trim()
  .min(1)
  .max(MAX_VALUE_CHARACTERS)
  .regex(/^[\x20-\x7e]*$/, { error: "must be plain characters on one line" });

/** Request headers that open documentation behind a login, by name; without any, the kept ones are forgotten. */
export const sourceHeadersInput = z
  .record(z.string().max(INPUT_LIMITS.name), value)
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text])),
  )
  .superRefine((headers, ctx) => {
    const names = Object.keys(headers);
    const refuse = (message: string) => ctx.addIssue({ code: "custom", message });
    if (names.length > MAX_HEADERS) refuse(`must be ${MAX_HEADERS} headers at most`);
    if (names.some((name) => !TOKEN.test(name))) refuse("has a name that is none of a header");
    if (names.some((name) => NOT_THEIRS.test(name))) refuse("has a header that cannot be set here");
  });
export type SourceHeaders = z.output<typeof sourceHeadersInput>;

/** Headers that go with a request to one origin, and to no other. */
export type OwnHeaders = { origin: string; headers: SourceHeaders };

/**
 * The headers sealed for one source and its owner; undefined leaves the kept ones unchanged. Throws invalid-argument for an address where
 * they could be read on the way.
 */
export async function sealHeaders(
  ctx: Pick<Ctx, "services">,
  source: { owner: SourceOwner; sourceId: string; url: string },
  headers: SourceHeaders | undefined,
): Promise<string | null | undefined> {
  if (headers === undefined) return undefined;
  if (Object.keys(headers).length === 0) return null;
  const { sealKeys, loopbackHosts } = ctx.services.config;
  const { protocol, hostname } = new URL(source.url);
  if (protocol !== "https:" && !loopbackHosts.includes(hostname))
    throw new AppError("invalid-argument", "Request headers are only sent over https. Use an https address.");
  return await seal(sealKeys, boundTo(source.owner, source.sourceId), JSON.stringify(headers));
}

/** The headers of a source with their origin; null where there are none. Throws when the headers do not open. */
export async function openHeaders(
  ctx: Pick<Ctx, "db" | "services">,
  { owner, sourceId }: { owner: SourceOwner; sourceId: string },
): Promise<OwnHeaders | null> {
  const source = await findSource(ctx.db, sourceId);
  if (!source?.sealedHeaders) return null;
  const text = await unseal(ctx.services.config.sealKeys, boundTo(owner, sourceId), source.sealedHeaders);
  return { origin: new URL(source.url).origin, headers: sourceHeadersInput.parse(JSON.parse(text)) };
}

/** The headers of a source sealed for its coming owner; null where it has none. Throws when the headers do not open. */
export async function rebindHeaders(
  ctx: Pick<Ctx, "services">,
  source: { id: string; ownerKind: string; ownerId: string; sealedHeaders: string | null },
  owner: SourceOwner,
): Promise<string | null> {
  if (source.sealedHeaders === null) return null;
  const { sealKeys } = ctx.services.config;
  const text = await unseal(sealKeys, boundTo(sourceOwnerOf(source), source.id), source.sealedHeaders);
  return await seal(sealKeys, boundTo(owner, source.id), text);
}

function boundTo(owner: SourceOwner, sourceId: string): string {
  return `headers of ${sourceId} of ${principalOf(owner)}`;
}
