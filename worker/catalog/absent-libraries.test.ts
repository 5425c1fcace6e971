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
