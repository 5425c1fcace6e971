import { hc } from "hono/client";
import type { ClientResponse } from "hono/client";
import type { ApiType } from "#worker/app.ts";
import { reach, readJson, unreadable } from "./reach.ts";

/** The routes of the worker, typed. The cookie of the session goes along by itself. */
export const api = hc<ApiType>("/", { fetch: reach });

/** The JSON of an answer. Throws ApiError when the server refuses, is not there, or sends something else. */
export async function answerOf<T>(pending: Promise<ClientResponse<T>>): Promise<T> {
  // The class of Hono is the platform's Response with a type for its JSON.
  const response = (await pending) as unknown as Response;
  const body = await readJson(response);
  if (body === null) throw unreadable(response);
  return body as T;
}
