import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { SetupPage } from "./pages/site/setup-page.tsx";
import "./styles/tokens.css";
import "./styles/site.css";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <SetupPage origin={location.origin} />
  </StrictMode>,
);
