/**
 * Whether a file is called as descriptions of APIs are everywhere: `openapi.json`, `petstore-swagger.yaml`. Two looks, since one
 * pattern for both would try every dot of a long name anew.
 */
export function isApiDescriptionName(name: string): boolean {
  return /^[\w.-]+\.(?:json|ya?ml)$/i.test(name) && /(?:^|[-_.])(?:open-?api|swagger)[-_.]/i.test(name);
}
