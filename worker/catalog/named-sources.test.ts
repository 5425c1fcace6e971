import { expect, it } from "vitest";
import { indexNames } from "#worker/public-catalog/catalog-names.ts";
import { namesSource, phrasesOf } from "./named-sources.ts";

it.each([
  ["how do I use Zod with forms", "zod", true],
  ["node.js stream backpressure", "Node.js docs", true],
  ["nodejs stream", "Node.js documentation", true],
  ["tanstack react query retry", "@tanstack/react-query", true],
  ["drizzle-orm migrations", "drizzle-orm", true],
  ["PostgreSQL 15 manual vacuum", "PostgreSQL 15", true],
  ["postgresql vacuum", "PostgreSQL 15", true],
  ["postgres vacuum", "PostgreSQL 15", true],
  ["k8s rolling update", "kubernetes", true],
  ["vue js watchers", "vue", true],
  ["node of a tree", "Node.js docs", false],
  ["reactive streams", "react", false],
  ["explain vacuum", "PostgreSQL 15", false],
  ["the docs are wrong", "docs", true],
  ["what is 15", "15", false],
  // Names by an alias or a package of the public catalog.
  ['import { useQuery } from "@tanstack/react-query"', "TanStack Query", true],
  ["react-query retry", "tanstack query", true],
  ["from django.db import models", "Django", true],
  ["import next/image", "Next.js", true],
  ["k8s rolling update", "Kubernetes", true],
  ["react-dom hydration error", "React", true],
  ["a query that retries", "TanStack Query", false],
  ["golang generics", "Go", true],
  ["how do I go about it", "Go", false],
  ["click the express checkout button", "Express", false],
  ["express session cookie", "Express", true],
  ["vite.config.ts alias", "TypeScript", false],
  // Names with signs.
  ["what does async void do in C#", "C#", true],
  ["c#12 primary constructors", "C#", true],
  ["nullable reference types (C#)", "C#", true],
  ["csharp pattern matching", "C#", true],
  ["pointers in C", "C#", false],
  ["std::move and copies in C++", "C++ reference", true],
  ["C++20 ranges views::filter", "C++ reference", true],
  ["difference between C/C++ and rust", "C++ reference", true],
  ["c reference counting by hand", "C++ reference", false],
  ["for (let c = 0; c < n; c++)", "C#", false],
  ["discriminated unions in F#", "F#", true],
  ["f(x) = x#y", "F#", false],
  ["key of F major", "F#", false],
  ["publish a .NET 8 app as one file", ".NET", true],
  ["upgrade to .net core 3.1", ".NET", true],
  ["net core 3.1 end of support", ".NET", true],
  [".NET Aspire service discovery", ".NET Aspire", true],
  ["net aspire service discovery", ".NET Aspire", true],
  ["net income of a month", ".NET", false],
  ["fetch from example.net", ".NET", false],
  ["g++ undefined reference to vtable", "GCC", true],
  ["Array#map in ruby", "Ruby", true],
  // Names that are words of English.
  ["how do I ghost an element while it is dragged", "Ghost", false],
  ["ghost button in css", "Ghost", false],
  ["custom routing in Ghost", "Ghost", true],
  ["Ghost's Content API and its key", "Ghost", true],
  ["simulate a swarm of locust agents", "Locust", false],
  ["ramp up users in locust", "Locust", true],
  ["from locust import HttpUser, task", "Locust", true],
  ["chi square test in scipy", "chi", false],
  ["expected value of a chi square distribution", "chi", false],
  ["middleware in chi", "chi", true],
  ['import "github.com/go-chi/chi/v5"', "chi", true],
  ["print a leaflet as a PDF", "Leaflet", false],
  ["leaflet marker cluster popup", "Leaflet", true],
  ['import L from "leaflet"', "Leaflet", true],
  ["model the cargo of a ship in prisma", "Cargo", false],
  ["cargo workspace inherit dependencies", "Cargo", true],
  ["features of a dependency in Cargo", "Cargo", true],
  ["a pong paddle that bounces the ball", "Paddle", false],
  ["generate a snowflake id without collisions", "Snowflake", false],
  ["merge into in Snowflake", "Snowflake", true],
  ["daily rollup of a table", "Rollup", false],
  ["print a prettier table", "Prettier", false],
  ["prettier.config.js overrides", "Prettier", true],
  ["set the hvac mode of a thermostat", "HashiCorp Vault", false],
  ["hvac.Client and tokens", "HashiCorp Vault", true],
  ["pass extra attrs to an input of a form", "attrs", false],
  ["allocate a buf of 4096 bytes", "Buf", false],
  ["a trio of buttons", "Trio", false],
  ["handle the oauth callback of my own server", "OAuth 2.0", false],
])("%s / %s: %s", (question, name, expected) => {
  expect(namesSource(question, name)).toBe(expected);
});

it.each([
  ["react: state in a form", "frontend docs", "https://react.dev/learn", true],
  ['import { useState } from "react"', "frontend docs", "https://react.dev/learn", true],
  ["state in a form, as the frontend docs say", "frontend docs", "https://react.dev/learn", true],
  ["state in a form", "frontend docs", "https://react.dev/learn", false],
  ["vue: state in a form", "frontend docs", "https://react.dev/learn", false],
  ["react: state in a form", "frontend docs", "https://react.dev.evil.test/learn", false],
  ["react: state in a form", "frontend docs", "https://handbook.test/react.dev/", false],
  // A source with the name of an entry does not become another entry by its address.
  ["react: state in a form", "Vue", "https://react.dev/learn", false],
  // A site that two entries share belongs to both.
  ["svelte: state in a form", "frontend docs", "https://svelte.dev/", true],
  ["sveltekit: state in a form", "frontend docs", "https://svelte.dev/", true],
  ["sveltekit: state in a form", "frontend docs", "https://svelte.dev/docs/svelte/overview", false],
  // A word of English has to be written as a name here too.
  ["click the express checkout button", "our server", "https://expressjs.com/en/guide/", false],
  ["express session cookie", "our server", "https://expressjs.com/en/guide/", true],
])("%s / %s at %s: %s", (question, name, url, expected) => {
  // A second call, with everything known, gives the same.
  expect([namesSource(question, name, url), namesSource(question, name, url)]).toEqual([expected, expected]);
});

it("a source that is called by an alias of an entry is known by all that the entry is called", () => {
  expect(namesSource("agents sdk: refuse a state", "cf-agents")).toBe(true);
  expect(namesSource("constant time comparison (node)", "nodejs")).toBe(true);
  expect(namesSource("delete a node from a tree", "nodejs")).toBe(false);
  expect(namesSource("agents sdk: refuse a state", "our agents")).toBe(false);
});

it("a source of a name that no entry has is known by that name alone, a common word or not", () => {
  const catalog = indexNames([]);
  expect(phrasesOf("click", catalog)).toEqual([
    { first: "click", text: " click ", isCommon: false, isSpoken: true, isPackage: false },
  ]);
});
