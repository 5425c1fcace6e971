/** Addresses outside the site for the footer, set at build time; an address that is not set has no link. */
export const SITE_LINKS = {
  contactEmail: import.meta.env.VITE_CONTACT_EMAIL as string | undefined,
  repositoryUrl: import.meta.env.VITE_REPOSITORY_URL as string | undefined,
  reportBugUrl: import.meta.env.VITE_REPORT_BUG_URL as string | undefined,
  addDocsUrl: import.meta.env.VITE_ADD_DOCS_URL as string | undefined,
};
