import { useNavigate } from "react-router";
import { QueryProvider } from "#web/api/query-provider.tsx";
import { useOrigin } from "#web/app/origin.ts";
import { useQueryOfAddress } from "#web/app/use-query-of-address.ts";
import { COPY } from "#web/features/site-grade/copy.ts";
import { GradeForm } from "#web/features/site-grade/grade-form.tsx";
import { GradeMethod, GradeResult } from "#web/features/site-grade/grade-result.tsx";

/** Grades how well agents can read a documentation site; `?site=` shows the grade of one, which is the link to share. */
export default function GradePage() {
  const site = new URLSearchParams(useQueryOfAddress()).get("site") ?? "";
  const navigate = useNavigate();
  const origin = useOrigin();
  return (
    <main id="main" className="page grid grid-cols-1 gap-10 py-10 sm:py-14">
      <div className="grid gap-3">
        <h1 className="text-hero tracking-tight">{COPY.heading}</h1>
        <p className="max-w-measure text-muted">{COPY.intro}</p>
      </div>
      <QueryProvider>
        <GradeForm
          key={site}
          site={site}
          onStarted={(started) => void navigate(`/grade?site=${encodeURIComponent(started)}`)}
        />
        {site !== "" && <GradeResult site={site} origin={origin} />}
      </QueryProvider>
      <GradeMethod />
    </main>
  );
}
