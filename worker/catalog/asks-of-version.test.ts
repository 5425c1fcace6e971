import { expect, it } from "vitest";
import { asksOfVersion } from "./asks-of-version.ts";

it.each([
  "What's new in Django 5.1?",
  "django 5.1 release notes",
  "what changed between Django 5.0 and 5.1",
  "new features in v5.1 of django",
])("%s", (question) => {
  expect(asksOfVersion(question, ["Django"])).toBe(true);
});

it.each([
  "django 5.1 async views",
  "What's new in Django?",
  "how do I add a field in django 5.1",
  "what's new in React Router 7",
  "",
])("is not what this asks: %s", (question) => {
  expect(asksOfVersion(question, ["Django"])).toBe(false);
});
