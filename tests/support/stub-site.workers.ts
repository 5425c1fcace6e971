/** One answer of a stub origin. */
export type StubAnswer = {
  /** 200 unless told. */
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Instead of `body`, for bytes that are no UTF-8. */
  base64?: string;
  /** Instead of `body`, the bytes of a file of this machine; a 404 where it is not there. */
  file?: string;
  /** The body so many times over. */
  repeat?: number;
  /** Begins its body and never ends it. */
  isEndless?: boolean;
  /** Bearer tokens that get this answer; others get a 404. */
  onlyFor?: string[];
  /** Answers of the first requests, one each; after them the rest of this answer holds. */
  first?: StubAnswer[];
};

/** Answers by path with query; a text is a page of HTML. What is not there is a 404. */
export type StubSite = Record<string, StubAnswer | string>;

export type StubRequest = { path: string; headers: Record<string, string> };

/** The host that programs the others; `stub-origins.ts` answers for it. */
export const STUB_CONTROL = "stub-control.test";

/** Puts a site on a host under `.test`; what was there before is gone. */
export async function putSite(host: string, site: StubSite): Promise<void> {
  await fetch(`http://${STUB_CONTROL}/${host}`, { method: "PUT", body: JSON.stringify(site) });
}

/** Changes some pages of a site, takes away those that are null, and forgets the requests so far. */
export async function changeSite(
  host: string,
  changes: Record<string, StubAnswer | string | null>,
): Promise<void> {
  await fetch(`http://${STUB_CONTROL}/${host}`, { method: "PATCH", body: JSON.stringify(changes) });
}

/** What a host was asked for since its site was put or changed, in order. */
export async function requestsTo(host: string): Promise<StubRequest[]> {
  return await (await fetch(`http://${STUB_CONTROL}/${host}`)).json();
}
