/**
 * Whether a file has a name that descriptions of APIs usually have: `openapi.json`, `petstore-swagger.yaml`. Two patterns, since
 * one for both would try every dot of a long name anew.
 */
export function isApiDescriptionName(name: string): boolean {
  return /^[\w.-]+\.(?:json|ya?ml)$/i.test(name) && /(?:^|[-_.])(?:open-?api|swagger)[-_.]/i.test(name);
}
