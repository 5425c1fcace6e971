import type { ReactNode } from "react";
import { Problem } from "./banner.tsx";
import { Loading } from "./skeleton.tsx";

type LoadedProps<Data> = {
  query: {
    data: Data | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Said to those who do not see the skeleton. */
  label: string;
  skeleton: ReactNode;
  /** Words for a failure. */
  failed: (error: unknown) => { message: string; requestId?: string | null };
  children: (data: Data) => ReactNode;
};

/** What is asked of the server: its place while it is on its way, why it did not come, or what came. */
export function Loaded<Data>({ query, label, skeleton, failed, children }: LoadedProps<Data>) {
  if (query.error)
    return (
      <Problem {...failed(query.error)} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  return (
    <Loading isLoading={query.data === undefined} label={label} skeleton={skeleton}>
      {() => query.data !== undefined && children(query.data)}
    </Loading>
  );
}
