import type { Run } from '../../../src/contract/wire/jobs/job.ts'
import { type Command, type CommandContext, inProject, textOption } from '../../command.ts'
import { CommandError, usageError } from '../../command-error.ts'
import { findInstance } from '../../resources/find-instance.ts'
import { createLogReader } from '../../resources/follow-log.ts'

const INTERVAL_MS = 500

export const run: Command = {
  summary: 'Run a command once in a new container with the image and the environment of an instance.',
  details:
    'Prints its output, and fails if the command does: longshore run shop -- npm run migrate. Ctrl-C stops waiting, not the command.',
  parameters: ['INSTANCE', 'COMMAND…'],
  options: {
    ...inProject,
    service: { type: 'string', value: 'NAME', description: 'The service, if there are several.' },
    timeout: { type: 'string', value: 'SECONDS', description: 'The time limit; an hour by default.' },
    job: { type: 'string', value: 'NAME', description: 'Run a scheduled job now, instead of a command.' },
    detach: { type: 'boolean', short: 'd', description: 'Do not wait for its end.' },
  },
  run: async (context) => {
    const { output, values } = context
    const started = await start(context)
    if (values.detach === true) return output.result(started, () => `Run ${started._id} is queued.\n`)
    const ended = await follow(context, started)
    output.result(ended, () => '')
    if (ended.state !== 'Succeeded') throw new CommandError(ended.error?.message ?? `The run ended: ${ended.state}.`)
  },
}

const start = async (context: CommandContext): Promise<Run> => {
  const { client, values, args } = context
  const [name, ...command] = args
  const job = textOption(values, 'job')
  if ((job === undefined) === (command.length === 0)) throw usageError('Give a command after --, or --job.')
  const { _id: id } = await findInstance(context, name)
  if (job !== undefined) {
    const { jobs } = await client.call('readJobs', { id })
    const found = jobs.find((candidate) => candidate.name === job)
    if (!found) throw new CommandError(`There is no job “${job}”.`)
    return (await client.call('startJob', { id, jobId: found._id })).run
  }
  const serviceName = textOption(values, 'service')
  const timeout = textOption(values, 'timeout')
  if (timeout !== undefined && !/^[1-9]\d{0,4}$/.test(timeout)) throw usageError('--timeout is a number of seconds.')
  const settings = {
    ...(serviceName !== undefined && { serviceName }),
    ...(timeout !== undefined && { timeoutSeconds: Number(timeout) }),
  }
  return (await client.call('startRun', { id, command, ...settings })).run
}

const follow = async (
  context: CommandContext,
  { _id: runId, instanceId, deploymentId, logName }: Run,
): Promise<Run> => {
  const { client, world, output } = context
  const log = { id: deploymentId, logType: 'runLogs', serviceName: logName } as const
  // With --json, the standard output is the result alone.
  const printing = output.isJson ? { ...context, output: { ...output, logLine: output.error } } : context
  const reader = createLogReader(printing, log, 0)
  for (;;) {
    const { run: now } = await client.call('readRun', { id: instanceId, runId })
    await reader.printNew()
    if (now.endedAt !== null) return now
    await world.sleep(INTERVAL_MS)
  }
}
