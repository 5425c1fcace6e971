import { describe, expect, it } from "vitest";
import { readDocument } from "../document.ts";
import { splitChunks } from "../chunks.ts";
import { listSections } from "../sections.ts";
import { openApiToMarkdown } from "./openapi-to-markdown.ts";

const PETS = `openapi: 3.1.0
info: { title: Pet Store, version: "2.4", description: "Pets, sold by the dozen." }
servers: [{ url: "https://api.pets.test/v2" }]
security: [{ token: [] }]
paths:
  /pets/{petId}:
    parameters:
      - { $ref: "#/components/parameters/petId" }
    put:
      operationId: replacePet
      tags: [pets]
      summary: Replace a pet
      description: |
        # Details
        The pet is gone | the new one is there.
      parameters:
        - { name: dryRun, in: query, schema: { type: boolean, default: false }, description: Change nothing }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
      responses:
        "200": { description: The new pet, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
        "409":
          description: Somebody was faster
          content: { application/json: { schema: { type: object, properties: { winner: { type: string } } } } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  parameters:
    petId: { name: petId, in: path, required: true, schema: { type: integer, format: int64, minimum: 1 } }
  schemas:
    Pet:
      type: object
      description: An animal that one can buy.
      required: [name]
      properties:
        name: { type: string, maxLength: 40 }
        kind: { enum: [cat, dog] }
        friends: { type: array, items: { $ref: "#/components/schemas/Pet" } }
        home: { type: object, properties: { street: { type: string } } }
    Loop: { $ref: "#/components/schemas/Loop" }
`;

describe("a description", () => {
  const { title, description, markdown } = openApiToMarkdown(PETS) ?? {
    title: "",
    description: "",
    markdown: "",
  };
  const sections = listSections(markdown);
  const textOf = (heading: string) => {
    const section = sections.find((one) => one.heading === heading);
    return section ? markdown.slice(section.start, section.end).trim() : null;
  };

  it("has a section for each operation, with all that a caller needs", () => {
    expect([title, description]).toEqual(["Pet Store", "Pets, sold by the dozen."]);
    expect(textOf("PUT /pets/{petId}")).toBe(
      `## PUT /pets/{petId} {#put-petspetid}

Replace a pet

\`PUT https://api.pets.test/v2/pets/{petId}\` · operation \`replacePet\` · tags: pets · authentication: token

**Details**
The pet is gone | the new one is there.

| Parameter | In | Type | Required | Description |
| --- | --- | --- | --- | --- |
| \`petId\` | path | integer (int64) | yes | (at least 1) |
| \`dryRun\` | query | boolean | no | Change nothing (default false) |

**Request body** (application/json, Pet, required)

| Field | Type | Required | Description |
| --- | --- | --- | --- |
| \`name\` | string | yes | (at most 40 characters) |
| \`kind\` | "cat" or "dog" | no |  |
| \`friends\` | array of Pet | no |  |
| \`home\` | object | no |  |
| \`home.street\` | string | no |  |

**Responses**

- \`200\` (application/json, Pet): The new pet
- \`409\` (application/json, object): Somebody was faster

Fields of the answer 409:

| Field | Type | Required | Description |
| --- | --- | --- | --- |
| \`winner\` | string | no |  |`,
    );
  });

  it("has a section for each schema, and is not led round in circles", () => {
    expect(sections.map(({ heading }) => heading)).toEqual([
      "Pet Store 2.4",
      "Authentication",
      "PUT /pets/{petId}",
      "Schema Pet",
      "Schema Loop",
    ]);
    expect(textOf("Schema Pet")).toContain("An animal that one can buy.");
    const chunks = splitChunks(markdown, sections);
    expect(chunks.filter(({ text }) => text.includes("## PUT /pets/{petId}"))).toHaveLength(1);
  });

  it("reads the same as JSON, and as Swagger 2", () => {
    const swagger = {
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "old.test",
      basePath: "/v1",
      paths: {
        "/a": {
          get: {
            parameters: [{ name: "q", in: "query", type: "string" }],
            responses: { 200: { description: "Fine", schema: { $ref: "#/definitions/A" } } },
          },
        },
      },
      definitions: { A: { type: "object", properties: { x: { type: "number" } } } },
    };
    const old = openApiToMarkdown(JSON.stringify(swagger))?.markdown ?? "";
    for (const words of [
      "`GET https://old.test/v1/a`",
      "| `q` | query | string | no |",
      "- `200` (A): Fine",
      "| `x` | number |",
    ])
      expect(old).toContain(words);
  });
});

describe("what is no description", () => {
  it.each([
    ["another document", "title: hello\n"],
    ["broken JSON", '{"openapi": "3.0.0", '],
    ["broken YAML", "openapi: 3.0.0\ninfo: [}\n"],
    ["a version that is not known", '{"openapi": "9.0"}'],
    [
      "aliases that multiply",
      `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
        .split("")
        .map(
          (name, at) =>
            `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcdefgh"[at]}`).join(",")}]`,
        )
        .join("\n")}`,
    ],
  ])("%s has no text", (_name, text) => {
    expect(openApiToMarkdown(text)).toBeNull();
    const url = "https://a.test/openapi.json";
    expect(readDocument({ text, mediaType: "application/vnd.oai.openapi", url }).markdown).toBe("");
  });

  it("even when it is nothing but an empty object", () => {
    expect(openApiToMarkdown('{"openapi": "3.0.0"}')?.markdown).toBe("# API {#api}");
  });
});
