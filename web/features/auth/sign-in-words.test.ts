import { expect, it } from "vitest";
import { SIGN_IN_ERRORS, signInErrorMessage } from "#schema/sign-in-errors.ts";
import { ApiError } from "#web/api/errors.ts";
import { signInWords } from "./sign-in-words.ts";

/** The catalog of the specification, section 8, row by row. */
const CATALOG: [string, string][] = [
  ["weak-password", "Password must be at least 6 characters long"],
  ["wrong-password", "Incorrect password. Please try again"],
  ["invalid-email", "Please enter a valid email address"],
  ["email-already-in-use", "An account with this email already exists"],
  ["user-not-found", "No account found with this email address"],
  ["operation-not-allowed", "This sign-in method is not enabled"],
  ["invalid-credential", "Invalid email or password"],
  ["account-exists-with-different-credential", "An account already exists with this email"],
  ["popup-blocked", "Sign-in popup was blocked. Please allow popups and try again"],
  ["popup-closed-by-user", "Sign-in was cancelled"],
  ["unauthorized-domain", "This domain is not authorized for sign-in"],
  ["too-many-requests", "Too many failed attempts. Please try again later"],
  ["network-request-failed", "Network error. Please check your connection"],
  ["missing-password", "Please enter a password"],
  ["missing-email", "Please enter an email address"],
];

it.each(CATALOG)("says for %s: %s", (reason, message) => {
  expect(signInWords(new ApiError("unknown", "", { data: { reason } }))).toBe(message);
});

it("has every row of the catalog and no other", () => {
  expect(Object.entries(SIGN_IN_ERRORS)).toEqual(CATALOG);
});

it("names GitHub when it is not set up, and has general words for anything else", () => {
  expect(signInErrorMessage("configuration-not-found", "github")).toBe(
    "GitHub authentication is not configured",
  );
  for (const [reason, provider] of [
    ["configuration-not-found", "google"],
    ["toString", "github"],
    ["", ""],
  ] as const)
    expect(signInErrorMessage(reason, provider)).toBe("An error occurred. Please try again");
  expect(signInErrorMessage(null)).toBe("An error occurred. Please try again");
});

it("says so when nothing answers, and shows nobody a message that was not written for people", () => {
  expect(signInWords(new ApiError("network", "anything"))).toBe(
    "Network error. Please check your connection",
  );
  expect(signInWords(new TypeError("x is not a function"))).toBe("An error occurred. Please try again");
  expect(
    signInWords(new ApiError("internal", "D1_ERROR"), "Failed to create account. Please try again."),
  ).toBe("Failed to create account. Please try again.");
});
