import { CALL_PRICES_IN_WORDS } from "#schema/plans.ts";
import { PRODUCT } from "#schema/values.ts";

export const STEPS = [
  {
    title: "Your agent asks",
    text: "It calls the search tool with a question in its own words, from any client that speaks MCP.",
  },
  {
    title: "We read the page",
    text: "Documentation is indexed in sections, with code kept whole. A question finds the sections that answer it, in the version that you use.",
  },
  {
    title: "It gets the part that matters",
    text: "Passages with their address, within a budget of tokens. Nothing is sent twice in one session.",
  },
];

export const QUESTIONS = [
  {
    question: "Which agents work with it?",
    answer:
      "Claude Code, Cursor, Codex, VS Code, Gemini CLI and every other client that speaks MCP over HTTP. The MCP page has exact instructions for more than 40 of them.",
  },
  {
    question: "What does a call cost?",
    answer: `${CALL_PRICES_IN_WORDS}. A search without results and a failed read are free.`,
  },
  {
    question: "Can it search our own documentation?",
    answer:
      "Yes: repositories on GitHub, web sites, also those behind a login, packages of npm and PyPI, and PDF files. Only you can search them.",
  },
  {
    question: "How long may a page be?",
    answer:
      "As long as it is. Of a page over 5,000 tokens the agent gets the beginning and the parts that its session has been asking about.",
  },
  {
    question: "Can I run it myself?",
    answer: `Yes. One command starts all of ${PRODUCT} on a laptop, with nothing else to install.`,
  },
];
