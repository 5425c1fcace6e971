import { CliError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-codes.ts";

/** The command that prints a shell's completion for all commands. Gets `commands` as a function, because this command is one of them. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    summary: "Print the completion script of a shell",
    args: ["SHELL"],
    options: {},
    notes:
      "SHELL is bash, zsh, fish, or powershell. For bash, add this line to ~/.bashrc:\n" +
      '  eval "$(docenda completion bash)"',
    async run({ outside, positionals }) {
      const write = SCRIPTS[positionals[0] ?? ""];
      if (!write)
        throw new CliError(
          EXIT.usage,
          "invalid-argument",
          "That shell isn't known. Use bash, zsh, fish, or powershell.",
        );
      outside.output.write(write(commands()));
      return EXIT.done;
    },
  };
}

const SCRIPTS: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash,
  zsh,
  fish,
  powershell,
};

function optionsOf({ options }: Command): string[] {
  return [...Object.keys(options), "json", "help"].map((name) => `--${name}`);
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${optionsOf(command).join(" ")}" ;;`);
  return [
    "_docenda() {",
    '  local words current="${COMP_WORDS[COMP_CWORD]}"',
    '  case "${COMP_WORDS[1]}" in',
    ...cases,
    "  esac",
    `  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(" ")} help"`,
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _docenda docenda",
    "",
  ].join("\n");
}

/** The completion for zsh, which runs bash's. */
function zsh(commands: readonly Command[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c docenda -f -n __fish_use_subcommand -a ${name} -d '${summary.replaceAll("'", String.raw`\'`)}'`,
    ...Object.entries({ ...options, json: { help: "Print JSON" } }).map(
      ([option, { help }]) =>
        `complete -c docenda -n '__fish_seen_subcommand_from ${name}' -l ${option} -d '${help.replaceAll("'", String.raw`\'`)}'`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function powershell(commands: readonly Command[]): string {
  const table = commands.map(
    (command) =>
      `  '${command.name}' = @(${optionsOf(command)
        .map((one) => `'${one}'`)
        .join(", ")})`,
  );
  return [
    "$docendaCommands = @{",
    ...table,
    "}",
    "Register-ArgumentCompleter -Native -CommandName docenda -ScriptBlock {",
    "  param($word, $ast)",
    "  $given = @($ast.CommandElements | ForEach-Object { $_.ToString() })",
    "  $known = if ($given.Count -gt 1 -and $docendaCommands.ContainsKey($given[1])) { $docendaCommands[$given[1]] } else { $docendaCommands.Keys }",
    '  $known | Where-Object { $_ -like "$word*" } | Sort-Object',
    "}",
    "",
  ].join("\n");
}
