import type { JsonSchemaType } from "@modelcontextprotocol/server";
import * as z from "zod";

/** Keywords left out of listed schemas: a call's error explains limits, and in a list every agent would pay for their tokens. */
const NOT_LISTED = [
  "$schema",
  "additionalProperties",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
];

/** The arguments of a tool as a list of tools shows them: names, types and hints. */
export function listedSchema(input: z.ZodObject): JsonSchemaType {
  const schema = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      for (const key of NOT_LISTED) delete (jsonSchema as Record<string, unknown>)[key];
    },
  });
  delete schema.$schema;
  return schema as JsonSchemaType;
}
