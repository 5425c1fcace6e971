import { expect, it } from "vitest";
import { createResolver } from "./resolve-host.ts";

/** A resolver whose name server has a prepared answer for each record type. */
function resolverOf(answers: Record<string, unknown>) {
  return createResolver((input) => {
    const type = new URL(String(input)).searchParams.get("type") ?? "";
    return Promise.resolve(
      Response.json(answers[type] ?? null, { status: answers[type] === undefined ? 500 : 200 }),
    );
  });
}

const NOTHING = { Status: 0, Question: [] };

it("gives the addresses of both families, and no names of a chain of CNAMEs", async () => {
  const resolve = resolverOf({
    A: {
      Status: 0,
      Answer: [
        { name: "docs.example", type: 5, data: "docs.hosting.example." },
        { name: "docs.hosting.example", type: 1, data: "93.184.215.14" },
      ],
    },
    AAAA: { Status: 0, Answer: [{ name: "docs.hosting.example", type: 28, data: "2606:4700::1" }] },
  });
  expect(await resolve("docs.example")).toEqual(["93.184.215.14", "2606:4700::1"]);
});

it("gives nothing for a name that does not exist or has no address", async () => {
  expect(await resolverOf({ A: { Status: 3 }, AAAA: { Status: 3 } })("a.example")).toEqual([]);
  expect(await resolverOf({ A: NOTHING, AAAA: NOTHING })("a.example")).toEqual([]);
});

it.each([
  ["one family fails", { A: NOTHING, AAAA: { Status: 2 } }],
  ["the service is down", { A: NOTHING }],
  ["the answer is refused", { A: { Status: 5 }, AAAA: NOTHING }],
])("throws when %s", async (_what, answers) => {
  await expect(resolverOf(answers)("a.example")).rejects.toThrow("the name server answered");
});

it("asks once for a host, also when pages ask at the same time, and again after a failure", async () => {
  const asked: string[] = [];
  let isDown = false;
  const resolve = createResolver((input) => {
    asked.push(new URL(String(input)).searchParams.get("name") ?? "");
    return Promise.resolve(isDown ? new Response(null, { status: 500 }) : Response.json(NOTHING));
  });
  await Promise.all([resolve("a.example"), resolve("a.example"), resolve("b.example")]);
  await resolve("a.example");
  expect(asked.toSorted()).toEqual(["a.example", "a.example", "b.example", "b.example"]);
  isDown = true;
  await expect(resolve("c.example")).rejects.toThrow("status 500");
  isDown = false;
  expect(await resolve("c.example")).toEqual([]);
});
