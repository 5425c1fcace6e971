import { expect, it } from "vitest";
import { listAskedVersions } from "./asked-versions.ts";

const REACT = ["18.2.0", "19.1.0"];

it.each<[string, string, (string | null)[], string[]]>([
  ["useId in react 18", "react", REACT, ["18"]],
  ["useId in React 18.2.0?", "react", REACT, ["18.2.0"]],
  ["react@17.0.2 hydrate", "react", REACT, ["17.0.2"]],
  ["react 17 hydrate", "react", REACT, ["17"]],
  ["react18 useId", "react", REACT, ["18"]],
  ["react-18 useId", "react", REACT, ["18"]],
  ["react 18.x useId", "react", REACT, ["18"]],
  ["react, version 18: useId", "react", REACT, ["18"]],
  ["useId in version 18 of react", "react", REACT, ["18"]],
  ["migrate from react 17 to React v18", "react", REACT, ["17", "18"]],
  ["zod v4 records", "zod", ["3.25", "4.6.7"], ["4"]],
  ["python 3.11 asyncio", "Python docs", ["3.12"], ["3.11"]],
  ["python3.11 asyncio", "python", ["3.12"], ["3.11"]],
  ["python 3.14rc2 asyncio", "python", ["3.12"], ["3.14rc2"]],
  ["postgresql 15 vacuum", "PostgreSQL", ["17.2"], ["15"]],
  ["tanstack react query v5", "@tanstack/react-query", ["5.1"], ["5"]],
  ["node.js 22 streams", "Node.js docs", ["22.1"], ["22"]],
  ["nodejs 22 streams", "Node.js docs", ["22.1"], ["22"]],
  ["stripe 2024-10-28 webhooks", "stripe", ["2025-01"], ["2024-10-28"]],
  ["stripe 2024-10 webhooks", "stripe", ["2024-10-28"], ["2024-10"]],
  // Numbers of something else.
  ["express 404 handler", "express", ["5.1"], []],
  ["stripe 404 error", "stripe", ["2024-10"], []],
  ["redis 127.0.0.1 refused", "redis", ["7.2"], []],
  ["redis 127.0.0.1 refused", "redis", [null], []],
  ["python 2024-10-01 strptime", "python", ["3.12"], []],
  ["python 2024-10-01 strptime", "python", [null], []],
  ["react 3d canvas", "react", REACT, []],
  ["preact 18 hooks", "react", REACT, []],
  ["react-router 6 loader", "react", REACT, []],
  ["sqlite error 5", "sqlite", ["3.46"], []],
  ["reactive 18", "react", REACT, []],
  ["useId", "react", REACT, []],
  // A source without a version does not make a number a version; a mark does.
  ["react 18 useId", "react", [null], []],
  ["react v18 useId", "react", [null], ["18"]],
  ["react@18 useId", "react", [null], ["18"]],
  ["react 18.2 useId", "react", [null], ["18.2"]],
])("%s / %s %j: %j", (question, name, versions, expected) => {
  expect(
    listAskedVersions(
      question,
      name,
      versions.map((version) => ({ version })),
    ),
  ).toEqual(expected);
});
