import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./errors.ts";
import { onOtherPerson } from "./session.ts";

const STALE_MS = 30_000;
const MAX_RETRIES = 2;
/** Codes for which a second try makes sense: the first try did not arrive or the server was busy. Not where the server said no. */
const WORTH_A_RETRY = new Set(["network", "unavailable", "deadline-exceeded", "internal"]);

/** The answers of the server, for as long as the same person is here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) =>
        failures < MAX_RETRIES && error instanceof ApiError && WORTH_A_RETRY.has(error.code),
    },
  },
});

onOtherPerson(() => queryClient.clear());
