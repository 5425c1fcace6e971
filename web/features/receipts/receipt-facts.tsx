import { useState } from "react";
import { evidenceHash } from "#schema/evidence.ts";
import type { Evidence } from "#schema/evidence.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Textarea } from "#web/components/ui/input.tsx";
import { Cell, Column, Row, Table, TableBody, TableHead } from "#web/components/ui/table.tsx";

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });
const HASH_CHARACTERS = 12;

/** The facts that a genuine receipt states, and a field to check the text of a passage against it. */
export function ReceiptFacts({ evidence }: { evidence: Evidence }) {
  const { iat, tool, confidence, passages } = evidence;
  return (
    <div className="grid grid-cols-1 gap-6">
      <p>
        Signed {TIME.format(new Date(iat * 1000))} for an answer of <code>{tool}</code>
        {confidence !== null && `, confidence: ${confidence}`}.
      </p>
      <Table label="Passages">
        <TableHead>
          <Column>Page</Column>
          <Column>Version</Column>
          <Column>Fetched</Column>
          <Column>SHA-256 of the text</Column>
        </TableHead>
        <TableBody>
          {passages.map(({ url, version, fetchedAt, textHash }) => (
            <Row key={`${url} ${textHash}`}>
              <Cell isTitle className="break-all">
                {url}
              </Cell>
              <Cell label="Version">{version ?? "–"}</Cell>
              <Cell label="Fetched">{TIME.format(new Date(fetchedAt))}</Cell>
              <Cell label="SHA-256 of the text">
                <code title={textHash}>{textHash.slice(0, HASH_CHARACTERS)}</code>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      <PassageCheck evidence={evidence} />
    </div>
  );
}

function PassageCheck({ evidence: { passages } }: { evidence: Evidence }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<string | null>(null);
  const check = async () => {
    const hash = await evidenceHash(text);
    const passage = passages.find(({ textHash }) => textHash === hash);
    setFound(
      passage
        ? `This is the passage from ${passage.url}.`
        : "No passage of the receipt has exactly this text.",
    );
  };
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <Field
        label="Text of a passage"
        hint="Exactly as the answer's JSON has it, with its spaces and line breaks."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            required
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setFound(null);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit">Check passage</Button>
        <span role="status">{found}</span>
      </div>
    </form>
  );
}
