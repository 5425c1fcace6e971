import { expect, it } from "vitest";
import { declarationsToMarkdown, readDeclarations } from "./read-declarations.ts";

const SOURCE = `/// <reference types="node" />
import { Other } from "./other";
/*! licence */
/**
 * Opens a quokka.
 *
 * @param name - of the {@link Quokka}
 * @returns the quokka; "a { brace" in a string is none
 */
export declare function open(name: string): Quokka;
/** By number. */
export declare function open(id: number): Quokka;
/** A small animal. */
export interface Quokka {
    /** Its age in years; \`}\` is no end. */
    age: number;
    hop(how?: { high: boolean }): void;
}
export type Mood = "happy" | "};" | { sad: true } & Other;
declare const secret: unique symbol;
// export declare const not: string;
export declare class Zoo<T extends Quokka = Quokka> extends Map<string, T> {
    constructor(size: number);
}
export { Other };
export default open;
`;

it("reads declarations with the comments above them", () => {
  const declarations = readDeclarations(SOURCE);
  expect(declarations.map(({ name }) => name)).toEqual(["open", "Quokka", "Mood", "secret", "Zoo"]);
  expect(declarations[0]).toEqual({
    name: "open",
    doc: `Opens a quokka.\n\n- param: name - of the \`Quokka\`\n- returns: the quokka; "a { brace" in a string is none\n\nBy number.`,
    code: "export declare function open(name: string): Quokka;\nexport declare function open(id: number): Quokka;",
  });
  expect(declarations[1]?.code).toContain("hop(how?: { high: boolean }): void;\n}");
  expect(declarations[2]?.code).toBe(`export type Mood = "happy" | "};" | { sad: true } & Other;`);
  expect(declarations[4]?.doc).toBe("");
});

it("writes a page of them, and none where there are none", () => {
  const page = declarationsToMarkdown("index.d.ts", SOURCE);
  expect(page).toContain("# index.d.ts\n\n## open\n\nOpens a quokka.");
  expect(page).toContain("## Quokka\n\nA small animal.\n\n```ts\nexport interface Quokka {");
  expect(declarationsToMarkdown("empty.d.ts", `export * from "./other";\nexport {};\n`)).toBeNull();
});

it.each([
  "",
  "{{{{",
  "}}}}",
  "/**",
  '"',
  "`",
  "export type",
  "/*".repeat(1000),
  "export const a = {".repeat(500),
])("takes any text: %j", (text) => {
  expect(() => readDeclarations(text)).not.toThrow();
});
