import { randomUUID } from "node:crypto";

/** The envelope of every answer of the API. */
export const done = (result: unknown) => ({ success: true, errors: [], messages: [], result });

export const refusal = (code: number, message: string) => ({
  success: false,
  errors: [{ code, message }],
  messages: [],
  result: null,
});

/** One page of a list, as the API cuts it. */
export function listed(all: unknown[], query: Record<string, string>) {
  const page = Number(query.page ?? 1);
  const perPage = Number(query.per_page ?? 100);
  const result = all.slice((page - 1) * perPage, page * perPage);
  const total_pages = Math.max(1, Math.ceil(all.length / perPage));
  const result_info = { page, per_page: perPage, count: result.length, total_count: all.length, total_pages };
  return { ...done(result), result_info };
}

export const now = () => new Date().toISOString();
export const hexId = () => randomUUID().replaceAll("-", "");

/** A path of the API below the account. */
export const at = <P extends string>(path: P) => `/client/v4/accounts/:account${path}` as const;
