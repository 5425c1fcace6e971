import { TrimBar } from "#web/components/ui/trim-bar.tsx";

/**
 * One answer as it was given here, shortened: all of the installed documentation was asked, with a budget of 600 tokens. The
 * numbers come from the answer's receipt.
 */
export function AnswerPicture() {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        <code>docenda_search_documentation</code>{" "}
        <q className="text-text">run a method of an agent every day at 8 am</q>
      </p>
      <blockquote className="grid gap-2 text-md">
        <p className="text-sm wrap-anywhere text-muted">
          Scheduling › Scheduling Modes › <strong className="font-medium">Recurring (Cron)</strong>
          <br />
          agents 0.32.0, /agents/docs/scheduling.md#recurring-cron
        </p>
        <p>Pass a cron expression string for recurring schedules:</p>
        <pre className="rounded-sm bg-sunken px-4 py-3 leading-relaxed wrap-anywhere whitespace-pre-wrap">
          <code>
            <mark>{`// Every day at 8:00 AM
await this.schedule("0 8 * * *", "dailyReport", {});`}</mark>
            {`

// Every hour
await this.schedule("0 * * * *", "hourlyCheck", {});
…`}
          </code>
        </pre>
      </blockquote>
      <TrimBar tokensRead={592} tokensTotal={7743} />
    </div>
  );
}
