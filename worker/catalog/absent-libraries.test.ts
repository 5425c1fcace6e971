import { expect, it } from "vitest";
import { absentLibraries } from "./absent-libraries.ts";

const source = (name: string, url = "https://handbook.test/") => ({ name, url });

it("is what a question names when none of the sources is meant", () => {
  expect(absentLibraries("prisma: roll a migration back", [source("Zod"), source("Hono")])).toEqual([
    "Prisma",
  ]);
  expect(absentLibraries("roll a migration back", [source("Zod")])).toEqual([]);
  expect(absentLibraries("prisma with zod schemas", [source("Zod")])).toEqual([]);
});

it("knows a source by its address when the owner calls it something else", () => {
  const question = "prisma: roll a migration back";
  const driver = source("Our driver", "https://www.mongodb.com/docs/languages/python/pymongo-driver/");
  expect(absentLibraries("mongodb: roll a migration back", [driver])).toEqual([]);
  expect(absentLibraries("mongodb: roll a migration back", [{ ...driver, name: "Zod" }])).toEqual([
    "MongoDB",
  ]);
  expect(absentLibraries(question, [source("Our database", "https://www.prisma.io/docs/")])).toEqual([]);
  expect(absentLibraries(question, [source("Our database")])).toEqual(["Prisma"]);
});

it("does not take a word of English for a library", () => {
  expect(absentLibraries("how do I render a list of events in order", [source("Zod")])).toEqual([]);
});

it("does not take a name within a longer name for a library", () => {
  expect(absentLibraries("react router loader that throws", [source("Zod")])).toEqual(["React Router"]);
  expect(absentLibraries("react router loader that throws", [source("React")])).toEqual(["React Router"]);
  expect(absentLibraries("react router loader in a react app", [source("React")])).toEqual([]);
  expect(absentLibraries("invalidate a react query", [source("Zod")])).toEqual(["TanStack Query"]);
});

it("takes a site for every library whose documentation begins below its address", () => {
  const question = "github actions: keep a cache between jobs";
  expect(absentLibraries(question, [source("GitHub", "https://docs.github.com")])).toEqual([]);
  expect(absentLibraries(question, [source("Zod", "https://docs.github.example")])).toEqual([
    "GitHub Actions",
  ]);
});
