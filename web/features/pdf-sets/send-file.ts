import { ApiError, codeOfStatus, isRecord } from "#web/api/errors.ts";

/** Sends one file into a set and tells how many bytes have gone, which `fetch` cannot tell. Throws ApiError. */
export function sendFile(setId: string, file: File, onSent: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", `/api/pdf-sets/${encodeURIComponent(setId)}/files/${encodeURIComponent(file.name)}`);
    request.setRequestHeader("content-type", "application/pdf");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded }) => onSent(Math.min(loaded, file.size)));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      return reject(refusal(request));
    });
    const lost = () => reject(new ApiError("network", "Network error. Please check your connection"));
    request.addEventListener("error", lost);
    request.addEventListener("abort", lost);
    request.send(file);
  });
}

function refusal(request: XMLHttpRequest): ApiError {
  const body: unknown = request.response;
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const message = typeof error.message === "string" ? error.message : "";
  return new ApiError(codeOfStatus(request.status), message, {
    requestId: request.getResponseHeader("x-request-id"),
  });
}
