import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { instanceId, text, whole } from '../../wire/common.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'
import { command } from '../../wire/jobs/job.ts'

/** A command ends after this long, with what it started. */
export const COMMAND_LIMIT_MS = 60_000
const ENDING_MS = 15_000

const script = v.pipe(text(10_000), v.minLength(1, 'Enter a command.'))

export const commandCalls = {
  executeCommand: call({
    method: 'POST',
    path: 'compute-instance/{id}/exec-command',
    access: may('instances.execute', 'instance', 'params.id'),
    stepUp: true,
    params: v.strictObject({ id: instanceId }),
    body: v.strictObject({
      /** A list is a program with its arguments; text is run by the shell of the image (`/bin/sh -c`). */
      command: v.union([command, script], 'Enter a command, as text or as a list of a program and its arguments.'),
      /** The first service by default. */
      serviceName: v.optional(dnsLabel),
      /** Which replica, from 0; by default the first one that serves. */
      replica: v.optional(v.pipe(whole, v.minValue(0, 'At least 0.'), v.maxValue(99, 'At most 99.'))),
    }),
    response: v.object({
      /** Standard output and error as they came, at most 1 MiB. */
      logs: v.string(),
      /** True when the command wrote more than 1 MiB. */
      isCut: v.boolean(),
      /** 137 when the command was killed at the limit of 60 seconds. */
      exitCode: v.number(),
      hasTimedOut: v.boolean(),
    }),
    oneTimeResponse: true,
    maxDurationMs: COMMAND_LIMIT_MS + ENDING_MS,
    invalidates: [],
    summary: 'Run a command in a running container for at most 60 seconds. Each call is written to the audit log.',
  }),
}
