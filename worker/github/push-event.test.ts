import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { PushReader } from "./push-event.ts";
import { WebhookSignature } from "./webhook-signature.ts";

const SECRET = "It's a Secret to Everybody";

function isSignedBy(secret: string, body: string, header: string | null): boolean {
  const signature = WebhookSignature.of(secret, header);
  for (const char of body) signature?.write(new TextEncoder().encode(char));
  return signature?.holds() ?? false;
}

test("a signature holds for the very bytes and the very secret", () => {
  // GitHub's own example, "Testing the webhook payload validation".
  const signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  expect(isSignedBy(SECRET, "Hello, World!", signature)).toBe(true);
  expect(isSignedBy(SECRET, "Hello, World?", signature)).toBe(false);
  expect(isSignedBy("another", "Hello, World!", signature)).toBe(false);
  expect(isSignedBy(SECRET, "Hello, World!", null)).toBe(false);
  expect(isSignedBy(SECRET, "Hello, World!", "")).toBe(false);
  expect(isSignedBy(SECRET, "Hello, World!", signature.slice(7))).toBe(false);
  const body = JSON.stringify({ text: "ü €" });
  const hmac = createHmac("sha256", SECRET).update(body).digest("hex");
  expect(isSignedBy(SECRET, body, `sha256=${hmac}`)).toBe(true);
});

const sha = "6113728f27ae82c7b1a177c8d03f9e96e0adf246";
const body = (change: object) =>
  JSON.stringify({ ref: "refs/heads/main", after: sha, repository: { id: 17 }, ...change });

function readPush(text: string) {
  const reader = new PushReader();
  reader.write(new TextEncoder().encode(text));
  return reader.push();
}

test("a push tells the branch and its commit", () => {
  expect(readPush(body({}))).toEqual({ repositoryId: "17", branch: "main", commitSha: sha });
  expect(readPush(body({ ref: "refs/heads/feature/x" }))).toMatchObject({ branch: "feature/x" });
});

test.for([
  ["a tag", body({ ref: "refs/tags/v1" })],
  ["a branch that was deleted", body({ after: "0".repeat(40) })],
  ["something else", JSON.stringify({ zen: "Keep it logically awesome." })],
  ["no commit", body({ after: "main" })],
  ["no JSON", "payload=%7B%7D"],
])("%s is no push to a branch", ([, text]) => {
  expect(readPush(text ?? "")).toBeNull();
});
