import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "playwright";
import type { WebProduct } from "#tests/support/web-product.ts";

export type NewcomerResult = {
  clicks: number;
  typedFields: number;
  /** From the home page to the line that says that the agent is connected. */
  totalMs: number;
  /** From the end of the agent's call to that line. */
  connectedMs: number;
};

/** Called at every step, with the page as it is before the step's click. */
export type Look = (step: string, page: Page) => Promise<void>;

/**
 * What somebody does who has never been here: from the home page to a connected agent, with GitHub, a key and the line for
 * Claude Code, which is then done by a real MCP client. `look` is called at every step.
 */
export async function beNewcomer(product: WebProduct, look: Look): Promise<NewcomerResult> {
  const page = await visitorsPage(product);
  let clicks = 0;
  const click = async (where: Page, name: string | RegExp, role: "button" | "link" = "button") => {
    await where.getByRole(role, { name }).first().click();
    clicks += 1;
  };
  const start = performance.now();
  await page.goto("/");
  await look("1-home", page);
  await click(page, "Get an API key", "link");
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await look("2-sign-up", page);
  const opened = page.waitForEvent("popup");
  await click(page, "Sign up with GitHub");
  const popup = await opened;
  await look("3-github", popup);
  await click(popup, /Ada/);
  await page.getByRole("form", { name: "New API key" }).waitFor();
  await look("4-key", page);
  await click(page, "Create");
  await page.getByText("Waiting for your first search").waitFor();
  await look("5-connect", page);
  await click(page, "Copy: Claude Code command");
  await callAsClaudeCode(await copiedText(page));
  const called = performance.now();
  await page.getByText(/^Connected: Claude Code/).waitFor();
  const end = performance.now();
  await look("6-connected", page);
  await page.context().close();
  return { clicks, typedFields: 0, totalMs: end - start, connectedMs: end - called };
}

/** A page of a browser that has never been here and may use its clipboard. */
export async function visitorsPage({ browser, server }: WebProduct): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  return context.newPage();
}

export function copiedText(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Does what the copied line tells Claude Code to do: the address and the header are read from it. */
export async function callAsClaudeCode(command: string): Promise<void> {
  const [, url, authorization] =
    /^claude mcp add --transport http --scope user docenda (\S+) --header "Authorization: (Bearer doc_[^"]+)"$/.exec(
      command,
    ) ?? [];
  if (!url || !authorization)
    throw new Error(`the copied line is not the command of Claude Code: ${command}`);
  const client = new Client({ name: "claude-code", version: "2.0.0" });
  const requestInit = { headers: { authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  const query = "How does a schema parse untrusted input?";
  const answer = await client.callTool({ name: "docenda_search_documentation", arguments: { query } });
  await client.close();
  if (answer.isError) throw new Error(JSON.stringify(answer.content));
}
