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
  /** The name of what is loading, said to those who do not see the skeleton. */
  label: string;
  skeleton: ReactNode;
  /** The words for a failure. */
  failed: (error: unknown) => { message: string; requestId?: string | null };
  children: (data: Data) => ReactNode;
};

/** The answer of a query: the skeleton while the answer is on its way, the error if it failed, else the data. */
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
