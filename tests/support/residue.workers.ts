import { env, runInDurableObject } from "cloudflare:test";

/** Whose traces are looked for, and the objects that hold some: their names cannot be listed. */
export type Traces = { userId: string; email: string; docsIndexes: string[]; runIds: string[] };

/**
 * Where anything is left of an account, a line for each place; none when it is gone. Looks into every column of every table
 * of D1, every object of R2, every key of KV, and the Durable Objects that are named after the account or in `traces`.
 * The mail box of the test is left out: it stands for the mail boxes of people.
 */
export async function findResidue(traces: Traces): Promise<string[]> {
  const words = [traces.userId, traces.email];
  const isTrace = (text: string) => words.some((word) => text.includes(word));
  return [
    ...(await residueInD1(words)),
    ...(await residueInR2(isTrace)),
    ...(await residueInKv(isTrace)),
    ...(await residueInObjects(traces)),
  ];
}

export async function tablesInD1(): Promise<string[]> {
  const { results } = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string;
  }>();
  return results.map(({ name }) => name).filter((name) => !/^(?:sqlite_|_cf_|d1_)/.test(name));
}

async function residueInD1(words: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tablesInD1()) {
    const columns = await env.DB.prepare("select name from pragma_table_info(?)")
      .bind(table)
      .all<{ name: string }>();
    const clauses = columns.results.flatMap(({ name }) => words.map((_, n) => `instr("${name}", ?${n + 1})`));
    const { results } = await env.DB.prepare(`select * from "${table}" where ${clauses.join(" or ")}`)
      .bind(...words)
      .all();
    for (const row of results) found.push(`D1 ${table}: ${JSON.stringify(row)}`);
  }
  return found;
}

async function residueInR2(isTrace: (text: string) => boolean): Promise<string[]> {
  const { objects } = await env.FILES.list();
  const found: string[] = [];
  for (const { key } of objects) {
    if (key.startsWith("local-mail/")) continue;
    if (isTrace(key) || isTrace((await (await env.FILES.get(key))?.text()) ?? "")) found.push(`R2 ${key}`);
  }
  return found;
}

async function residueInKv(isTrace: (text: string) => boolean): Promise<string[]> {
  const { keys } = await env.OAUTH_KV.list();
  const found: string[] = [];
  for (const { name } of keys)
    if (isTrace(name) || isTrace((await env.OAUTH_KV.get(name)) ?? "")) found.push(`KV ${name}`);
  return found;
}

async function residueInObjects({ userId, docsIndexes, runIds }: Traces): Promise<string[]> {
  const principal = `u_${userId}`;
  return (
    await Promise.all([
      contentOf("Catalog", env.CATALOG.getByName(principal)),
      contentOf("CreditCounter", env.CREDIT_COUNTER.getByName(principal)),
      contentOf("Conversations", env.CONVERSATIONS.getByName(principal)),
      contentOf("LiveHub", env.LIVE_HUB.getByName(principal)),
      ...docsIndexes.map((name) => contentOf(`DocsIndex ${name}`, env.DOCS_INDEX.getByName(name))),
      ...runIds.map((runId) => contentOf(`CrawlRun ${runId}`, env.CRAWL_RUN.getByName(runId))),
    ])
  ).flat();
}

/** What an object keeps, besides tables without rows; its constructor may have just made them. */
async function contentOf(label: string, stub: unknown): Promise<string[]> {
  return runInDurableObject(stub as DurableObjectStub<undefined>, async (_, { storage }) => {
    const found = [...(await storage.list()).keys()].map((key) => `${label}: key ${key}`);
    const tables = storage.sql.exec<{ name: string }>("select name from sqlite_master where type = 'table'");
    for (const { name } of tables.toArray()) {
      // What a full-text index keeps even when it is empty.
      if (/^(?:sqlite_|_cf_)|_(?:data|config|idx)$/.test(name)) continue;
      const rows = storage.sql.exec(`select * from "${name}"`).toArray();
      // The counter has one row about its payer from the first moment.
      const full = name === "account" ? rows.filter((row) => row.purchased || row.allowance) : rows;
      if (full.length > 0) found.push(`${label}: ${full.length} rows in ${name}`);
    }
    return found;
  });
}
