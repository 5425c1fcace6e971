import { expect, it } from "vitest";
import type { Transaction } from "#web/features/activity/transactions.ts";
import { latestCall } from "./latest-call.ts";

function usage(metadata: Record<string, unknown>): Transaction {
  return {
    id: JSON.stringify(metadata),
    userId: "usr_1",
    teamId: null,
    timestamp: new Date().toISOString(),
    source: "usage",
    amount: -1,
    userAccountAmount: null,
    isFromMonthlyAllowance: false,
    details: null,
    metadata: { args: { query: "hono rpc" }, ...metadata },
  };
}

const IN_CONSOLE = usage({});
const BY_KEY = usage({ apiKeyName: "laptop", tokens: 439, pageTokens: 8000 });

it("is of an agent, not of who searches in the console", () => {
  expect(latestCall([IN_CONSOLE], [])).toBeNull();
  expect(latestCall([IN_CONSOLE, BY_KEY], [])).toMatchObject({
    client: "laptop",
    subject: "hono rpc",
    tokens: 439,
  });
});

it("is called as the client calls itself where that is known", () => {
  const laptop = { name: "laptop", isActive: true, lastClient: "claude-code" };
  expect(latestCall([BY_KEY], [{ ...laptop, isActive: false, lastClient: "old" }, laptop])?.client).toBe(
    "Claude Code",
  );
  expect(latestCall([usage({ clientName: "Cursor" })], [laptop])?.client).toBe("Cursor");
});
