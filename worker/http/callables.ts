import { createApiKey, createApiKeyInput } from "#worker/api-keys/create-api-key.ts";
import { revokeApiKey, revokeApiKeyInput } from "#worker/api-keys/revoke-api-key.ts";
import { callable } from "./callable.ts";

/** The callable functions by the names of the specification, section 7. */
export const callables = {
  createApiKeyCallableV2: callable(createApiKeyInput, createApiKey),
  revokeApiKeyCallableV2: callable(revokeApiKeyInput, revokeApiKey),
};

/** For a typed client: `Callables[name]` has the input and the result of the function. */
export type Callables = typeof callables;
