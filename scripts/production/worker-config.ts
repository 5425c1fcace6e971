import type { Unstable_Config as WorkerConfig } from "wrangler";
import type { IdBinding, Production } from "./settings.ts";

/** The part of wrangler.toml that the settings of a deployment change. */
export type Changeable = Pick<
  WorkerConfig,
  "vars" | "routes" | "d1_databases" | "kv_namespaces" | "flagship"
>;

/**
 * Puts a deployment's address, sender and ids into the configuration of its worker. Ids that are not there yet stay the zeros
 * of wrangler.toml: enough to build and to look at the result.
 */
export function putProduction(config: Changeable, production: Production): void {
  const { origin, mailFrom, ids, isCatalogCrawled, operatorEmails = [], isTaxed } = production;
  config.vars = {
    ...config.vars,
    PUBLIC_ORIGIN: origin,
    MAIL_FROM: mailFrom,
    CRAWL_PUBLIC_CATALOG: isCatalogCrawled === true ? "on" : "",
    OPERATOR_EMAILS: operatorEmails.join(","),
    STRIPE_TAX: isTaxed === true ? "on" : "",
  };
  config.routes = [{ pattern: new URL(origin).host, custom_domain: true }];
  const idOf = (binding: string) => ids?.[binding as IdBinding];
  config.d1_databases = config.d1_databases.map((database) => ({
    ...database,
    database_id: idOf(database.binding) ?? database.database_id,
  }));
  config.kv_namespaces = config.kv_namespaces.map((namespace) => ({
    ...namespace,
    id: idOf(namespace.binding) ?? namespace.id,
  }));
  config.flagship = config.flagship.map((app) => ({ ...app, app_id: idOf(app.binding) ?? app.app_id }));
}
