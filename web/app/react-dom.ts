/** React's functions that draw in a browser, in a script of their own (web/main.tsx). */
export { createRoot, hydrateRoot } from "react-dom/client";
