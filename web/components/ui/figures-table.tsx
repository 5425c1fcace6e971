import type { ReactNode } from "react";

type FiguresTableProps = {
  /** The subject of the figures, said to those who do not see the heading above them. */
  of?: string;
  /** Names of the columns: the first column names the row, the others are figures. */
  columns: readonly string[];
  rows: readonly { name: string; figures: readonly ReactNode[] }[];
};

/** The figures of a chart for a person who reads instead of looks, folded away. */
export function FiguresTable({ of, columns, rows }: FiguresTableProps) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 text-muted touch">
        As a table{of && <span className="sr-only">: {of}</span>}
      </summary>
      <table className="mt-2 w-full text-left tabular-nums">
        <thead className="text-muted">
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index === 0 ? "font-medium" : "text-right font-medium"}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, figures }) => (
            <tr key={name} className="border-t border-border">
              <td>{name}</td>
              {figures.map((figure, index) => (
                <td key={columns[index + 1]} className="text-right">
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
