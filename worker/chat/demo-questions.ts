/**
 * Questions that the demo offers, best first, each where one of its sources (names in lower case) is indexed. They are asked like any
 * other question; no answer was written beforehand.
 */
export const DEMO_QUESTIONS: readonly { question: string; sources: readonly string[] }[] = [
  {
    question: "How do I mock a module in Vitest?",
    sources: ["vitest"],
  },
  {
    question: "How does a Cloudflare agent run a method every day at 8?",
    sources: ["agents", "cloudflare agents", "cloudflare-agents", "cf-agents", "cloudflare"],
  },
  {
    question: "What is the difference between parse and safeParse in Zod?",
    sources: ["zod"],
  },
  { question: "How do I redirect in a loader of React Router?", sources: ["react-router", "react router"] },
  { question: "How do I read the body of a request in Hono?", sources: ["hono"] },
  { question: "When does a Postgres index-only scan work?", sources: ["postgresql", "postgres"] },
  { question: "How do I handle exceptions with asyncio.gather?", sources: ["python"] },
  { question: "How do I clean up an effect in React?", sources: ["react"] },
  { question: "How do I stream a response with undici?", sources: ["undici", "undici-docs"] },
  { question: "How do I search this product's documentation over MCP?", sources: ["docenda"] },
];
