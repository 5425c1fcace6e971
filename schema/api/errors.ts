/** The closed list of error codes with their HTTP status (specification, section 8). */
export const ERROR_STATUS = {
  "invalid-argument": 400,
  unauthenticated: 401,
  "permission-denied": 403,
  "not-found": 404,
  aborted: 409,
  "resource-exhausted": 429,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  "deadline-exceeded": 504,
  unknown: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
