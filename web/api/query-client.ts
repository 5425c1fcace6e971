import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors.ts";

const STALE_MS = 30_000;
const MAX_RETRIES = 2;
/** A second try makes sense where the first did not arrive or the server was busy, not where it said no. */
const WORTH_A_RETRY = new Set(["network", "unavailable", "deadline-exceeded", "internal"]);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) =>
          failures < MAX_RETRIES && error instanceof ApiError && WORTH_A_RETRY.has(error.code),
      },
    },
  });
}
