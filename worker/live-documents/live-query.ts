import * as z from "zod";
import { pathProblem, pathSegments, queryProblem, settingsProblem } from "#schema/api/query-rules.ts";
import type { PathKind } from "#schema/api/query-rules.ts";
import { AppError } from "#worker/errors.ts";

const MAX_FILTERS = 20;
const MAX_FILTER_CHARACTERS = 500;

const oneOrMore = z
  .union([
    z.string().max(MAX_FILTER_CHARACTERS),
    z.array(z.string().max(MAX_FILTER_CHARACTERS)).max(MAX_FILTERS),
  ])
  .transform((value) => [value].flat());
const count = z.coerce.number().int().min(1);

/** A live read as its address says it: `?path=creditTransactions&where=userId==u1&orderBy=timestamp desc&limit=500`. */
export const liveReadInput = z.object({
  path: z.string().min(1).max(500),
  where: oneOrMore.optional(),
  orderBy: z.string().max(200).optional(),
  limit: count.optional(),
  limitToLast: count.optional(),
  /** Size of the client's cache of answers. Only its minimum is checked. */
  cacheSizeBytes: z.coerce.number().optional(),
});
export type LiveReadInput = z.input<typeof liveReadInput>;

export type Filter = { field: string; operator: "==" | ">=" | "<="; value: string };

export type LiveQuery = {
  kind: PathKind;
  segments: string[];
  filters: Filter[];
  orderBy: { field: string; direction: "asc" | "desc" } | null;
  limit: number | null;
  limitToLast: number | null;
};

/**
 * Reads the query and holds it to the rules of the document database; invalid-argument with the rule that it breaks. A query with a
 * filter, an order or a limit asks for a collection; else the path decides between document and collection.
 */
export function parseLiveQuery(input: z.output<typeof liveReadInput>): LiveQuery {
  const { path, where = [], orderBy, limit = null, limitToLast = null, cacheSizeBytes } = input;
  const filters = where.map(parseFilter);
  const order = orderBy === undefined ? null : parseOrder(orderBy);
  const segments = pathSegments(path) ?? [];
  const isQuery = filters.length > 0 || order !== null || limit !== null || limitToLast !== null;
  const kind = isQuery || segments.length % 2 === 1 ? "collection" : "document";
  const problem =
    pathProblem(path, kind) ??
    queryProblem({
      fields: filters.map(({ field }) => field),
      orderBy: order?.field ?? null,
      limit,
      limitToLast,
    }) ??
    settingsProblem({ cacheSizeBytes });
  if (problem !== null) throw new AppError("invalid-argument", problem);
  return { kind, segments, filters, orderBy: order, limit, limitToLast };
}

function parseFilter(text: string): Filter {
  const match = /^([^=<>]*)(==|>=|<=)(.*)$/s.exec(text);
  if (!match) throw new AppError("invalid-argument", "where: must be a field, one of == >= <=, and a value.");
  return { field: match[1]!, operator: match[2] as Filter["operator"], value: match[3]! };
}

/** The order of a query; ascending when it names no direction, as in the document database. */
function parseOrder(text: string): { field: string; direction: "asc" | "desc" } {
  const match = /^([^\s]*)(?: (asc|desc))?$/.exec(text);
  if (!match)
    throw new AppError("invalid-argument", "orderBy: must be a field, with asc or desc after a space.");
  return { field: match[1]!, direction: match[2] === "desc" ? "desc" : "asc" };
}
