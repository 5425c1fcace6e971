/** The address of a set's pages: `pdf://<set name>/`. Names are unique among an owner's sources, so this address is too. */
export function setUrl(displayName: string): string {
  return `pdf://${encodeURIComponent(displayName)}/`;
}

export function fileUrl(ofSet: string, fileName: string): string {
  return ofSet + encodeURIComponent(fileName);
}

/** The address of one page, physical and from 1, in the form that PDF viewers understand. */
export function pageUrl(ofFile: string, page: number): string {
  return `${ofFile}#page=${page}`;
}
