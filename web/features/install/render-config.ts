export type ConfigLanguage = "json" | "jsonc" | "toml" | "yaml";
export type ConfigValue = string | number | boolean | ConfigValue[] | Config;
export type Config = { [key: string]: ConfigValue };

/** The text of a configuration file. The TOML and YAML written are as much as clients' files need: no dates, no null. */
export function renderConfig(config: Config, language: ConfigLanguage): string {
  switch (language) {
    case "json":
    case "jsonc":
      return JSON.stringify(config, null, 2);
    case "toml":
      return toToml(config).join("\n").trim();
    case "yaml":
      return toYaml(config, "").join("\n");
    default:
      return language satisfies never;
  }
}

/** Tables that hold only tables get no header of their own, as people write them. */
function toToml(table: Config, path: string[] = []): string[] {
  const entries = Object.entries(table);
  const plain = entries.filter(([, value]) => !isTable(value));
  const tables = entries.filter((entry): entry is [string, Config] => isTable(entry[1]));
  const header = path.length > 0 && plain.length > 0 ? ["", `[${path.map(tomlKey).join(".")}]`] : [];
  return [
    ...header,
    ...plain.map(([key, value]) => `${tomlKey(key)} = ${inline(value)}`),
    ...tables.flatMap(([key, value]) => toToml(value, [...path, key])),
  ];
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

function toYaml(table: Config, indent: string): string[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const name = `${indent}${/^[A-Za-z][\w-]*$/.test(key) ? key : JSON.stringify(key)}:`;
    return isTable(value) ? [name, ...toYaml(value, `${indent}  `)] : [`${name} ${inline(value)}`];
  });
}

/** Strings of JSON are strings of TOML and of YAML too; so are its lists, numbers and booleans. */
function inline(value: ConfigValue): string {
  return JSON.stringify(value);
}

function isTable(value: ConfigValue): value is Config {
  return typeof value === "object" && !Array.isArray(value);
}
