import { logTypes } from '../../../src/contract/wire/log.ts'
import { type Command, inProject, textOption } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { findInstance } from '../../resources/find-instance.ts'
import { createLogReader } from '../../resources/follow-log.ts'

const INTERVAL_MS = 1000
const MOST = 10_000
const types = {
  instance: 'instanceLogs',
  deployment: 'logs',
  events: 'instanceEvents',
  shell: 'shellCommands',
} as const

export const logs: Command = {
  summary: 'Print the log of an instance; --follow prints new lines as they come.',
  details:
    'On a terminal, control characters are shown as \\x1b and the like; into a file or program, lines go as they are.',
  parameters: ['INSTANCE'],
  options: {
    ...inProject,
    follow: { type: 'boolean', short: 'f', description: 'Go on with new lines until Ctrl-C.' },
    lines: {
      type: 'string',
      short: 'n',
      value: 'COUNT',
      description: 'How many of the newest lines to print; 100 by default.',
    },
    type: { type: 'string', value: 'TYPE', description: 'instance (default), deployment, events or shell.' },
    service: { type: 'string', value: 'NAME', description: 'The service, if there are several.' },
  },
  run: async (context) => {
    const { client, values, args, world } = context
    const given = textOption(values, 'type') ?? 'instance'
    const logType = Object.hasOwn(types, given) ? types[given as keyof typeof types] : undefined
    if (!logType || !logTypes.includes(logType)) throw usageError(`--type is one of: ${Object.keys(types).join(', ')}.`)
    const lines = Number(textOption(values, 'lines') ?? 100)
    if (!Number.isInteger(lines) || lines < 0 || lines > MOST)
      throw usageError(`--lines is a number from 0 to ${MOST}.`)
    const instance = await findInstance(context, args[0])
    const deployment = instance.activeDeployment ?? instance.deployments[0]?._id
    if (!deployment) throw new CommandError('This instance has no deployment yet.')
    const serviceName = textOption(values, 'service')
    const log = { id: deployment, logType, ...(serviceName !== undefined && { serviceName }) }
    const { logsLength } = await client.call('readDeploymentLogs', { ...log, from: -1, to: 1 })
    const reader = createLogReader(context, log, Math.max(0, logsLength - lines))
    await reader.printNew()
    while (values.follow === true) {
      await world.sleep(INTERVAL_MS)
      await reader.printNew()
    }
  },
}
