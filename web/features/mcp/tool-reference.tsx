/** The tools that an agent finds at the MCP address. The descriptions that the agent itself reads are in worker/calls. */
export function ToolReference() {
  return (
    <dl className="grid gap-6 text-md [&_dd]:text-muted [&_dt]:mb-1.5 [&_dt]:wrap-anywhere sm:grid-cols-2 md:grid-cols-3">
      <div>
        <dt>
          <code>docenda_search_documentation</code>
        </dt>
        <dd>
          Takes a <code>query</code> in your agent's own words. Returns the passages that answer it, each with
          its title, address with anchor, and heading path, code blocks whole. The answer stays under a token{" "}
          <code>budget</code>; with <code>sources</code> the search is limited to the libraries named.
        </dd>
      </div>
      <div>
        <dt>
          <code>docenda_read_url</code>
        </dt>
        <dd>
          Takes the <code>url</code> of a page. Returns its text as markdown. Of a page over 5,000 tokens it
          returns the beginning and the parts nearest to what the session has been asking.
        </dd>
      </div>
      <div>
        <dt>
          <code>search_docs</code>, <code>my_docs</code>
        </dt>
        <dd>
          Prompts that ask the agent to look in public, or in your own, documentation before it answers.
        </dd>
      </div>
    </dl>
  );
}
