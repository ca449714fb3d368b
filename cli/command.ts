import type { ParseArgsOptionsConfig } from 'node:util'
import type { Client } from './client/create-client.ts'
import type { Credentials } from './client/credentials.ts'
import type { Output } from './terminal/create-output.ts'
import type { World } from './world.ts'

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>

export interface CommandContext {
  world: World
  output: Output
  credentials: Credentials
  /** The URL of the installation that the command talks to. */
  url: string
  client: Client
  values: OptionValues
  /** At most as many as the command has `parameters`. */
  args: readonly string[]
}

export interface CommandOption {
  type: 'string' | 'boolean'
  short?: string
  /** In the help, such as `NAME`. */
  value?: string
  description: string
}

export interface Command {
  summary: string
  /** More about the command, for its own help. */
  details?: string
  /** A last one that ends with an ellipsis stands for any number. */
  parameters: readonly string[]
  options: Readonly<Record<string, CommandOption>>
  run(context: CommandContext): Promise<void>
}

export const commonOptions = {
  json: { type: 'boolean', description: 'Print JSON.' },
  url: { type: 'string', value: 'URL', description: 'The installation; else LONGSHORE_URL, else the last login.' },
  help: { type: 'boolean', short: 'h', description: 'Show this help.' },
} as const satisfies Record<string, CommandOption>

export const inOrganization = {
  org: { type: 'string', value: 'NAME', description: 'The organisation, by its username; else LONGSHORE_ORG.' },
} as const satisfies Record<string, CommandOption>

export const inProject = {
  ...inOrganization,
  project: { type: 'string', short: 'p', value: 'NAME', description: 'The project, by name or id.' },
} as const satisfies Record<string, CommandOption>

export const rollOutOptions = {
  gap: {
    type: 'boolean',
    description: 'Stop the current replicas first, where there is no room for both. Interrupts the instance.',
  },
} as const satisfies Record<string, CommandOption>

/** How the replicas are replaced. */
export const strategyOf = (values: OptionValues): 'surge' | 'gap' => (values.gap === true ? 'gap' : 'surge')

export const parseOptionsOf = ({ options }: Command): ParseArgsOptionsConfig =>
  Object.fromEntries(
    Object.entries<CommandOption>({ ...options, ...commonOptions }).map(([name, { type, short }]) => [
      name,
      { type, ...(short !== undefined && { short }) },
    ]),
  )

export const textOption = (values: OptionValues, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}
