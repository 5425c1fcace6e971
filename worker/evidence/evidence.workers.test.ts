import { env, SELF } from "cloudflare:test";
import { expect, it } from "vitest";
import { EVIDENCE_KEYS_PATH, evidenceHash, verifyEvidence } from "#schema/evidence.ts";
import type { EvidenceKeySet } from "#schema/evidence.ts";
import { ctxOf, makeAccount } from "#tests/support/accounts.workers.ts";
import { indexPages } from "#tests/support/documents.workers.ts";
import { askModern } from "#tests/support/mcp.workers.ts";
import { readSealKeys } from "#worker/platform/seal.ts";
import { searchDocumentation } from "#worker/calls/search-documentation.ts";
import { createServices } from "#worker/services.ts";
import { listEvidenceKeys } from "./evidence-keys.ts";
import { signEvidence } from "./sign-evidence.ts";

const ORIGIN = "https://docenda.test";
const QUESTION = { query: "descale zorbulator kettle vinegar", scope: "private" };
const OLD = "1:the first sealing secret of this deployment";
const NEW = `${OLD},2:the second sealing secret of this deployment`;

async function newOwner() {
  const account = await makeAccount();
  await indexPages(
    { owner: { kind: "user", id: account.userId }, name: "kettles", url: "https://kettles.test/" },
    [
      {
        path: "descaling",
        title: "Descaling",
        markdown: "# Descaling\n\nFill the zorbulator kettle with vinegar.\n",
      },
    ],
  );
  return account;
}

function keysOf(sealKeys: string): Promise<EvidenceKeySet> {
  return listEvidenceKeys(readSealKeys(sealKeys));
}

async function publishedKeys(): Promise<EvidenceKeySet> {
  const response = await SELF.fetch(ORIGIN + EVIDENCE_KEYS_PATH);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  return response.json<EvidenceKeySet>();
}

async function search(apiKey: string, query = "?evidence=1", accept = "application/json") {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json", accept };
  return SELF.fetch(`${ORIGIN}/api/v1/search${query}`, {
    method: "POST",
    headers,
    body: JSON.stringify(QUESTION),
  });
}

it("signs what an answer held, and whoever has the published keys can check it", async () => {
  const { apiKey } = await newOwner();
  const answer = await (await search(apiKey)).json<any>();
  const evidence = await verifyEvidence(answer.evidence, await publishedKeys());
  const [passage] = answer.passages;
  expect(evidence).toMatchObject({
    iss: ORIGIN,
    tool: "docenda_search_documentation",
    confidence: "sure",
    questionHash: await evidenceHash(QUESTION.query),
    passages: [
      {
        url: passage.url,
        fetchedAt: passage.fetchedAt,
        contentHash: passage.contentHash,
        textHash: await evidenceHash(passage.text),
      },
    ],
  });
  // The receipt has no words of the page.
  expect(atob(answer.evidence.split(".")[1].replaceAll("-", "+").replaceAll("_", "/"))).not.toContain(
    "vinegar",
  );
});

it("fails with any one bit changed", { timeout: 120_000 }, async () => {
  const { apiKey } = await newOwner();
  const { evidence } = await (await search(apiKey)).json<any>();
  const keys = await publishedKeys();
  await verifyEvidence(evidence, keys);
  const accepted: string[] = [];
  for (let at = 0; at < evidence.length; at += 1)
    for (let bit = 0; bit < 7; bit += 1) {
      const changed = String.fromCharCode(evidence.charCodeAt(at) ^ (1 << bit));
      const forged = evidence.slice(0, at) + changed + evidence.slice(at + 1);
      const isAccepted = await verifyEvidence(forged, keys).then(
        () => true,
        () => false,
      );
      if (isAccepted) accepted.push(`${at}.${bit}`);
    }
  expect(accepted).toEqual([]);
});

it("comes over MCP and as a header of markdown, and only for those who ask", async () => {
  const account = await newOwner();
  const keys = await publishedKeys();
  const call = { name: searchDocumentation.name, arguments: QUESTION };
  const { result } = await askModern("tools/call", call, { ...account, path: "/mcp?evidence=1" });
  await verifyEvidence(result._meta["docenda/evidence"], keys);
  const plain = await askModern("tools/call", call, account);
  expect(plain.result._meta["docenda/evidence"]).toBeUndefined();
  expect(result.content[0].text).not.toContain(result._meta["docenda/evidence"]);

  const markdown = await search(account.apiKey, "?evidence=1", "text/markdown");
  await verifyEvidence(markdown.headers.get("docenda-evidence")!, keys);
  expect((await (await search(account.apiKey, "")).json<any>()).evidence).toBeUndefined();
});

it("holds after the keys were rotated, until the old version is taken out", async () => {
  const account = await newOwner();
  const answer = await (await search(account.apiKey, "")).json<any>();
  const signedUnder = (sealKeys: string) => {
    const services = createServices({ ...env, SEAL_KEYS: sealKeys });
    return signEvidence({ ...ctxOf(account), services }, searchDocumentation, QUESTION, answer);
  };
  const [before, after] = [await signedUnder(OLD), await signedUnder(NEW)];
  expect((await keysOf(NEW)).keys.map(({ kid }) => kid)).toEqual(["v2", "v1"]);
  await verifyEvidence(before, await keysOf(NEW));
  await verifyEvidence(after, await keysOf(NEW));
  await expect(verifyEvidence(after, await keysOf(OLD))).rejects.toThrow("doesn't publish the key");
  const another = await keysOf("1:the sealing secret of another deployment");
  await expect(verifyEvidence(before, another)).rejects.toThrow("changed after it was signed");
});
