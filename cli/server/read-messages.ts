/**
 * The JSON-RPC messages of an answer over HTTP, as they come: one of JSON, any number of an event stream. An answer without messages, such
 * as the answer to a notification or that of another kind of server, yields nothing.
 */
export async function* readMessages(response: Response): AsyncGenerator<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (!response.body || !/json|event-stream/.test(type)) return void (await response.body?.cancel());
  if (!type.includes("event-stream")) {
    const message = parse(await response.text());
    if (message !== undefined) yield message;
    return;
  }
  for await (const event of readEvents(response.body)) {
    const message = parse(event);
    if (message !== undefined) yield message;
  }
}

/** The data of each event (WHATWG HTML, section 9.2). Names and ids of events say nothing in MCP. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  let data: string[] = [];
  const decoder = new TextDecoder();
  for await (const part of body) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines.map((one) => (one.endsWith("\r") ? one.slice(0, -1) : one))) {
      if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      if (line !== "" || data.length === 0) continue;
      yield data.join("\n");
      data = [];
    }
  }
  if (data.length > 0) yield data.join("\n");
}

/** The message in a text; undefined where there is none, such as the body of a page, or a ping without data. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
