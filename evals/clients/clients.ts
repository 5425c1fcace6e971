import { chatgpt } from "./chatgpt.ts";
import { claudeCode } from "./claude-code.ts";
import { claudeDesktop } from "./claude-desktop.ts";
import type { ClientRule } from "./client-rule.ts";
import { codex } from "./codex.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import { kimiCli } from "./kimi-cli.ts";
import { opencode } from "./opencode.ts";
import { vsCode } from "./vs-code.ts";

/** The clients whose way from a tool result to the model is known; docs/mcp-clients.md shows them. */
export const CLIENTS: readonly ClientRule[] = [
  claudeCode,
  codex,
  cursor,
  vsCode,
  opencode,
  geminiCli,
  kimiCli,
  claudeDesktop,
  chatgpt,
];
