import { useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Card, CardHeader } from "#web/components/ui/card.tsx";
import { Field } from "#web/components/ui/field.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { csvOf, download } from "#web/lib/csv.ts";
import { grouped } from "#web/lib/grouped.ts";
import { MODEL_PRICES } from "#schema/model-prices.ts";
import type { SavingsGroup } from "./queries.ts";
import { centsFor, DIMENSIONS, savingsBy, savingsTable, total } from "./savings-report.ts";
import type { Dimension, SavingsRow } from "./savings-report.ts";

const WORDS: Record<Dimension, string> = {
  month: "Month",
  member: "Member",
  key: "API key",
  source: "Source",
};
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
const OWN_PRICE = "own";

type SavingsTableProps = {
  groups: readonly SavingsGroup[];
  isCut: boolean;
  /** Whether the report is a team's, in which members are told apart. */
  isTeam: boolean;
  nameOf: (userId: string | null) => string;
  centsPerMillion: number;
  onPrice: (centsPerMillion: number) => void;
};

/** The report by one side at a time, at the price of a model, and as a file. */
export function SavingsTable({ groups, isCut, isTeam, nameOf, centsPerMillion, onPrice }: SavingsTableProps) {
  const [by, setBy] = useState<Dimension>("month");
  const all = total("All", groups);
  const rows = savingsBy(groups, by, nameOf);
  const dimensions = DIMENSIONS.filter((dimension) => isTeam || dimension !== "member");
  return (
    <>
      <Card aria-labelledby="saved" className="grid gap-4">
        <p id="saved" className="text-2xl font-semibold tabular-nums">
          {grouped(all.tokensSaved)}
          <span className="ml-2 text-md font-normal text-muted">
            tokens not read, worth {dollarsOf(all, centsPerMillion)}
          </span>
        </p>
        <Price centsPerMillion={centsPerMillion} onPrice={onPrice} />
      </Card>
      <Card aria-labelledby="report">
        <CardHeader title="Report" id="report">
          <span className="flex flex-wrap items-center gap-2">
            <span className="w-36">
              <Select
                label="Group by"
                size="sm"
                options={dimensions.map((value) => ({
                  value,
                  label: `By ${value === "key" ? "API key" : value}`,
                }))}
                value={by}
                onChange={setBy}
              />
            </span>
            <Button
              size="sm"
              onClick={() =>
                download(
                  "docenda-savings.csv",
                  "text/csv",
                  csvOf(savingsTable(groups, nameOf, centsPerMillion)),
                )
              }
            >
              Download CSV
            </Button>
          </span>
        </CardHeader>
        <div className="overflow-x-auto" role="region" aria-label="Savings table" tabIndex={0}>
          <table className="w-full min-w-120 text-left text-sm tabular-nums">
            <thead className="text-muted">
              <tr>
                <th scope="col" className="py-1.5 font-medium">
                  {WORDS[by]}
                </th>
                {["Calls", "Tokens sent", "Full pages", "Saved", "Worth"].map((name) => (
                  <th key={name} scope="col" className="py-1.5 pl-4 text-right font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...rows, all].map((row) => (
                <Row
                  key={row === all ? "all" : row.name}
                  row={row}
                  isAll={row === all}
                  centsPerMillion={centsPerMillion}
                />
              ))}
            </tbody>
          </table>
        </div>
        {isCut && <p className="mt-3 text-sm text-muted">Only the newest 5,000 combinations are included.</p>}
      </Card>
    </>
  );
}

type RowProps = { row: SavingsRow; isAll: boolean; centsPerMillion: number };

function Row({ row, isAll, centsPerMillion }: RowProps) {
  const { name, calls, tokensSent, tokensOfFullPages, tokensSaved } = row;
  return (
    <tr className={isAll ? "border-t border-strong font-semibold" : "border-t border-border"}>
      <th scope="row" className="py-1.5 font-[inherit]">
        {name}
      </th>
      <Figure>{grouped(calls)}</Figure>
      <Figure>{grouped(tokensSent)}</Figure>
      <Figure>{grouped(tokensOfFullPages)}</Figure>
      <Figure>{grouped(tokensSaved)}</Figure>
      <Figure>{dollarsOf(row, centsPerMillion)}</Figure>
    </tr>
  );
}

function Figure({ children }: { children: string }) {
  return <td className="py-1.5 pl-4 text-right">{children}</td>;
}

function Price({ centsPerMillion, onPrice }: Pick<SavingsTableProps, "centsPerMillion" | "onPrice">) {
  const [chosen, setChosen] = useState<string>(MODEL_PRICES[0]!.id);
  const model = MODEL_PRICES.find(({ id }) => id === chosen);
  return (
    <div className="flex flex-wrap items-end gap-4">
      <Field label="Price of">
        {({ id }) => (
          <Select
            id={id}
            className="w-56"
            options={[
              ...MODEL_PRICES.map(({ id: value, name }) => ({ value, label: name })),
              { value: OWN_PRICE, label: "Another model" },
            ]}
            value={chosen}
            onChange={(next) => {
              setChosen(next);
              const price = MODEL_PRICES.find((one) => one.id === next);
              if (price) onPrice(price.centsPerMillion);
            }}
          />
        )}
      </Field>
      {model ? (
        <p className="pb-2 text-sm text-muted">
          ${(model.centsPerMillion / 100).toFixed(2)} per million input tokens, as reported in{" "}
          {DAY.format(new Date(model.asOf))}
        </p>
      ) : (
        <Field label="Dollars per million input tokens">
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="decimal"
              min={0}
              max={1000}
              step="0.01"
              className="w-40"
              defaultValue={(centsPerMillion / 100).toFixed(2)}
              onChange={({ target }) => {
                const cents = Math.round(Number(target.value) * 100);
                if (cents >= 0 && cents <= 100_000) onPrice(cents);
              }}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** Savings in dollars; a cent is the smallest amount shown. */
function dollarsOf({ tokensSaved }: SavingsRow, centsPerMillion: number): string {
  const cents = centsFor(tokensSaved, centsPerMillion);
  return cents === 0 && tokensSaved > 0 ? "under $0.01" : `$${(cents / 100).toFixed(2)}`;
}
