import type { AppError } from "#worker/errors.ts";

const CALLABLE_ROOT = "/api/functions/";

export function isCallablePath(path: string): boolean {
  return path.startsWith(CALLABLE_ROOT);
}

/**
 * The error of a callable function, in the form that clients of callables read: `status` is the code's canonical name
 * (`INVALID_ARGUMENT`), and the HTTP status says the same (specification, section 8).
 */
export function callableError(error: AppError, requestId: string) {
  return {
    error: {
      status: error.code.toUpperCase().replaceAll("-", "_"),
      message: error.message,
      details: { ...error.data, requestId },
    },
  };
}
