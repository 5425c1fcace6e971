import type { JsonSchemaType } from "@modelcontextprotocol/server";

/** What an answer cost and what it saved, as typed results have it. */
export const RECEIPT_SCHEMA: JsonSchemaType = {
  type: "object",
  properties: {
    tokensSent: { type: "integer" },
    tokensWithheld: { type: "integer" },
    tokensOfFullPages: { type: "integer" },
    creditsUsed: { type: "integer" },
    creditsLeft: { type: "integer" },
  },
};
