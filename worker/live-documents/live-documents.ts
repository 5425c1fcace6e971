import { DEFAULT_INDEX_ID, JOB_RUN_LIST_LIMIT, TRANSACTION_HISTORY_LIMIT } from "#schema/values.ts";
import { listApiKeys } from "#worker/api-keys/list-api-keys.ts";
import type { Ctx } from "#worker/context.ts";
import { findMonthlyUsage, monthlyUsageInput } from "#worker/credits/get-monthly-usage.ts";
import { listTransactions, listTransactionsInput } from "#worker/credits/list-transactions.ts";
import { AppError } from "#worker/errors.ts";
import { parseInput } from "#worker/http/validate.ts";
import { listPdfSets, PDF_SET_LIST_LIMIT } from "#worker/pdf/list-pdf-sets.ts";
import { findPrivateIndex } from "#worker/private-indexes/find-private-index.ts";
import { listJobRuns } from "#worker/sources/list-job-runs.ts";
import { getProfile } from "#worker/profile/get-profile.ts";
import type { Filter } from "./live-query.ts";

/** A document with the field names of the specification, section 3. */
export type LiveDocument = Record<string, unknown>;

/** Input of a read: the reader's own scope, whose user's id is `uid`, and the variable segments of the path. */
type Read = { ctx: Ctx; uid: string; segments: string[] };

export type DocumentRule = {
  /** Path of the document; `:uid` stands for the reader, `:id` for anything. */
  path: string;
  read: (read: Read) => Promise<LiveDocument | null>;
};

export type CollectionRule = {
  path: string;
  /** Fields that a query may filter by, with the operators; beside `userId`, which is required where no `:uid` is in the path. */
  filters: Record<string, readonly Filter["operator"][]>;
  /** Field by which documents come, the newest first; null where there is at most one document. */
  orderBy: string | null;
  maxLimit: number;
  /** Lists the documents, the newest first. */
  list: (read: Read & { filters: Filter[]; limit: number }) => Promise<LiveDocument[]>;
};

export const DOCUMENTS: DocumentRule[] = [
  { path: "users/:uid", read: async ({ ctx }) => getProfile(ctx) },
  {
    path: "privateIndex/:uid/indexes/:id",
    read: async ({ ctx, uid, segments }) => {
      const index = await findPrivateIndex(ctx, { indexId: segments[3] ?? DEFAULT_INDEX_ID });
      return index && { uid, teamId: null, stackName: null, ...index };
    },
  },
];

export const COLLECTIONS: CollectionRule[] = [
  {
    path: "apiKeys",
    filters: {},
    orderBy: "createdAt",
    maxLimit: 500,
    list: async ({ ctx }) =>
      // The key itself is for the reveal alone; the client that uses it and its limits are no fields of the specification.
      (await listApiKeys(ctx)).map(
        ({ maskedKey, lastClient: _client, scope: _scope, monthlyCreditLimit: _limit, ...apiKey }) => ({
          ...apiKey,
          key: maskedKey,
        }),
      ),
  },
  {
    path: "monthlyUsage",
    filters: { year: ["=="], month: ["=="], day: ["=="] },
    orderBy: null,
    maxLimit: 1,
    list: async ({ ctx, filters }) => {
      const date = Object.fromEntries(filters.map(({ field, value }) => [field, Number(value)]));
      const record = await findMonthlyUsage(ctx, parseInput(monthlyUsageInput, date));
      if (record === null) return [];
      const { ownerId, ...usage } = record;
      return [{ userId: ownerId, ...usage }];
    },
  },
  {
    path: "job_runs/:uid/runs",
    filters: {},
    orderBy: "startTime",
    maxLimit: JOB_RUN_LIST_LIMIT,
    list: async ({ ctx, uid }) =>
      (await listJobRuns(ctx)).map((run) => ({ uid, teamId: null, stackName: null, ...run })),
  },
  {
    path: "pdfSets/:uid/sets",
    filters: {},
    orderBy: "uploadedAt",
    maxLimit: PDF_SET_LIST_LIMIT,
    list: async ({ ctx, uid }) =>
      // The place of the bytes is nobody's business, so these two fields are empty.
      (await listPdfSets(ctx)).map((set) => ({
        uid,
        gcsFolder: null,
        bucketName: null,
        stackName: null,
        ...set,
      })),
  },
  {
    path: "creditTransactions",
    filters: { source: ["=="], timestamp: [">=", "<="] },
    orderBy: "timestamp",
    maxLimit: TRANSACTION_HISTORY_LIMIT,
    list: async ({ ctx, filters, limit }) => {
      const value = (field: string, operator: string) =>
        filters.find((filter) => filter.field === field && filter.operator === operator)?.value;
      const type = value("source", "==");
      if (type === "all")
        throw new AppError("invalid-argument", "source: leave the filter out for all of them.");
      const from = value("timestamp", ">=");
      const to = value("timestamp", "<=");
      return listTransactions(ctx, parseInput(listTransactionsInput, { type, from, to, limit }));
    },
  },
];
