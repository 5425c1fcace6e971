export const COPY = {
  question: "Was this page useful?",
  yes: "Yes",
  no: "No",
  thanks: "Thank you.",
  whatHelped: "What helped?",
  whatIsMissing: "What is missing?",
  optional: "One line, if you like. It says nothing about who you are.",
  send: "Send",
  noted: "Thank you, it is noted.",
  failed: "This could not be sent. Please try again.",
} as const;
