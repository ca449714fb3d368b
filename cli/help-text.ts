import { type Command, type CommandOption, commonOptions } from './command.ts'

const aligned = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join('')
}

const optionRow = ([name, { short, value, description }]: [string, CommandOption]): [string, string] => [
  `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
  description,
]

export const helpText = (commands: Readonly<Record<string, Command>>): string => `longshore COMMAND

${aligned(Object.entries(commands).map(([name, { parameters, summary }]) => [[name, ...parameters].join(' '), summary]))}
“longshore help COMMAND” explains a command. All commands have these options:

${aligned(Object.entries<CommandOption>(commonOptions).map(optionRow))}
Environment:

${aligned([
  ['LONGSHORE_URL', 'The installation.'],
  ['LONGSHORE_TOKEN', 'An API token, in place of a login.'],
  ['LONGSHORE_ORG', 'The username of the organisation.'],
])}
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not logged in, 4 invalid file.
`

export const commandHelp = (name: string, { summary, details, parameters, options }: Command): string => `longshore ${[
  name,
  ...parameters,
].join(' ')} [OPTIONS]

${summary}
${details === undefined ? '' : `${details}\n`}
${aligned(Object.entries<CommandOption>({ ...options, ...commonOptions }).map(optionRow))}`
