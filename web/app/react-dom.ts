/** What draws in a browser: a script of its own (web/main.tsx). */
export { createRoot, hydrateRoot } from "react-dom/client";
