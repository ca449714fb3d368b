import { parseArgs } from 'node:util'
import { unknownFieldMessage } from '../src/rules/configuration/unknown-field.ts'
import { createClient } from './client/create-client.ts'
import { createCredentials } from './client/credentials.ts'
import { DEFAULT_URL, installationUrl } from './client/installation-url.ts'
import { type Command, parseOptionsOf, textOption } from './command.ts'
import { CommandError, exitCodes, usageError } from './command-error.ts'
import { commands } from './commands/commands.ts'
import { commandHelp, helpText } from './help-text.ts'
import { createOutput } from './terminal/create-output.ts'
import type { World } from './world.ts'

/** Runs one command, and returns its exit code. */
export const runCommandLine = async (argv: readonly string[], world: World, version: string): Promise<number> => {
  const output = createOutput(world.terminal, argv.includes('--json'))
  try {
    await run(argv, world, version)
    return exitCodes.done
  } catch (error) {
    if (world.interrupted.aborted) return exitCodes.interrupted
    if (!(error instanceof CommandError)) throw error
    output.error(error.message)
    return error.exitCode
  }
}

const run = async ([first, ...rest]: readonly string[], world: World, version: string): Promise<void> => {
  const { terminal } = world
  if (first === undefined || first === '--help' || first === '-h') return terminal.write(helpText(commands))
  if (first === '--version') return terminal.write(`longshore ${version}\n`)
  if (first === 'help') {
    const [name] = rest
    return terminal.write(name === undefined ? helpText(commands) : commandHelp(name, commandNamed(name)))
  }
  const command = commandNamed(first)
  const { values, positionals } = parsed(command, rest)
  if (values.help === true) return terminal.write(commandHelp(first, command))
  const takesMore = command.parameters.at(-1)?.endsWith('…') === true
  if (positionals.length > command.parameters.length && first !== 'projects' && !takesMore)
    throw usageError(`“${first}” takes ${command.parameters.join(' ') || 'no arguments'}.`)
  const credentials = createCredentials(world.configurationFolder)
  const given = textOption(values, 'url') ?? world.env.LONGSHORE_URL
  const url = installationUrl(given || ((await credentials.current()) ?? DEFAULT_URL))
  const client = createClient({ url, world, credentials, userAgent: `longshore-cli/${version}` })
  const output = createOutput(terminal, values.json === true)
  await command.run({ world, output, credentials, url, client, values, args: positionals })
}

const commandNamed = (name: string): Command => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command
  throw usageError(unknownFieldMessage(name, Object.keys(commands)).replace('Unknown field', 'Unknown command'))
}

const parsed = (command: Command, args: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parseOptionsOf(command),
      allowPositionals: true,
    })
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}
