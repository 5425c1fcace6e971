// The two functions of Node's module that workerd serves (over DNS-over-HTTPS) and this project uses.
declare module "node:dns/promises" {
  export function resolve4(hostname: string): Promise<string[]>;
  export function resolve6(hostname: string): Promise<string[]>;
}
