/** Address of a branch's files on GitHub, with a slash at the end: the place of every page of its source. */
export function filesUrl(webUrl: string, fullName: string, branch: string): string {
  return `${webUrl}/${fullName}/blob/${encodePath(branch)}/`;
}

/** The page of a branch, which is the address of its source. */
export function branchUrl(webUrl: string, fullName: string, branch: string): string {
  return `${webUrl}/${fullName}/tree/${encodePath(branch)}`;
}

export function fileUrl(folderUrl: string, path: string): string {
  return folderUrl + encodePath(path);
}

/** The path of a file by its page; null for a page outside the folder. */
export function filePath(folderUrl: string, url: string): string | null {
  return url.startsWith(folderUrl) ? decodeURIComponent(url.slice(folderUrl.length)) : null;
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
