/** Text that looks like a key or a token: ours, those of well-known services, and long runs of random characters. */
export const SECRETS =
  /\bdoc_\w{8,}|\b(?:sk|pk|rk|ghp|gho|ghs|xox[abp]|AKIA|eyJ)[-_A-Za-z0-9.]{12,}|\b(?=[A-Za-z0-9+/_-]{0,80}\d)(?=[A-Za-z0-9+/_-]{0,80}[A-Za-z])[A-Za-z0-9+/_-]{32,80}\b/g;
