import { AppError } from "#worker/errors.ts";

/**
 * Data that a deployment has as static files beside the worker, so that the worker itself stays small: word vectors and the phrase book.
 * An address comes from importing the file with `?url`; the address has the file's hash, so the content at an address never changes.
 */
export type DataFiles = {
  /** The whole file. Throws `unavailable` when the file cannot be had now. */
  bytes(address: string): Promise<ArrayBuffer>;
};

/** Origin for the assets binding, which takes whole addresses but only looks at the path. */
const ANY_ORIGIN = "https://assets.invalid";

/** Data files of a deployment. */
export function assetFiles(assets: Pick<Fetcher, "fetch">): DataFiles {
  return filesFrom((address) => assets.fetch(new URL(address, ANY_ORIGIN)));
}

/** Data files of a development server. */
export function servedFiles(origin: string): DataFiles {
  return filesFrom((address) => fetch(new URL(address, origin)));
}

function filesFrom(get: (address: string) => Promise<Response>): DataFiles {
  return {
    async bytes(address) {
      const response = await get(address);
      if (response.ok) return response.arrayBuffer();
      await response.body?.cancel();
      throw new AppError("unavailable", "A data file of this deployment cannot be read. Try again.", {
        data: { retry: true, status: response.status },
      });
    },
  };
}

/** The text of a file. */
export async function readText(files: DataFiles, address: string): Promise<string> {
  return new TextDecoder().decode(await files.bytes(address));
}
