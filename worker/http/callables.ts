import { createApiKey, createApiKeyInput } from "#worker/api-keys/create-api-key.ts";
import { revokeApiKey, revokeApiKeyInput } from "#worker/api-keys/revoke-api-key.ts";
import { startIndexJob, startIndexJobInput } from "#worker/sources/start-index-job.ts";
import { callable } from "./callable.ts";

/** The callable functions by the names of the specification, section 7. */
export const callables = {
  createApiKeyCallableV2: callable(createApiKeyInput, createApiKey),
  revokeApiKeyCallableV2: callable(revokeApiKeyInput, revokeApiKey),
  startIndexJobCallable: callable(startIndexJobInput, startIndexJob),
};
