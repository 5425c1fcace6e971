export const COPY = {
  heading: "Submit a miss",
  intro: "Did a search miss something? We read every report and add good ones to the questions above.",
  question: "Question",
  questionHint: "As you or your agent asked it.",
  page: "Page that answers it",
  pageHint: "Optional. Paste its address.",
  send: "Send report",
  sent: "Thanks. We'll look at it.",
  noQuestion: "Enter the question that was missed.",
  failed: "Your report wasn't sent. Try again.",
} as const;
