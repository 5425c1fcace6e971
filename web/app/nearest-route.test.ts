import { expect, it } from "vitest";
import { nearestRoute } from "./nearest-route.ts";

it.each([
  ["/key", "/keys"],
  ["/dashbord", "/dashboard"],
  ["/Activity", "/activity"],
  ["/mcp/setup", "/mcp"],
  ["/zebra", null],
  ["/", null],
])("%s was probably %s", (pathname, near) => {
  expect(nearestRoute(pathname)).toBe(near);
});
