import type { Content } from "#web/content/content.ts";
import { PageMenu } from "#web/features/content/page-menu.tsx";
import { Prose } from "#web/features/content/prose.tsx";
import { ReadingColumns } from "#web/features/content/reading-columns.tsx";
import { MissedQuestionForm } from "#web/features/missed-question/missed-question-form.tsx";

/** A text without a frame of its own: use cases, the privacy policy, the page for talks. */
export function TextPage({ content }: { content: Content }) {
  return (
    <main id="main" className="page py-10 sm:py-14">
      <ReadingColumns headings={content.headings}>
        <div className="grid grid-cols-1 gap-6">
          <div className="grid gap-3">
            <h1 className="text-hero tracking-tight">{content.heading}</h1>
            <p className="text-lg text-muted">{content.description}</p>
            <PageMenu path={content.path} />
          </div>
          <Prose html={content.html} />
          {content.path === "/evaluation" && <MissedQuestionForm />}
        </div>
      </ReadingColumns>
    </main>
  );
}
