import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryClient } from "./query-client.ts";

/**
 * The query cache, for all pages below that use queries. The console and the pages of signing in share one; a public page that
 * needs queries brings its own, so that the others do without the library.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
