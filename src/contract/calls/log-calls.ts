import * as v from 'valibot'
import { may } from '../access.ts'
import { call } from '../call.ts'
import { deploymentId, instanceId, instant, text, whole } from '../wire/common.ts'
import { logLine, logPacket, logStreams, logTypes } from '../wire/log.ts'

const byDeployment = v.strictObject({ id: deploymentId })
/** Logs may contain secrets, so visitors cannot read them. */
const readable = may('logs.read', 'deployment', 'params.id')
const sequence = v.pipe(whole, v.minValue(0, 'Must be 0 or more.'), v.maxValue(1e15, 'Too large.'))

/** Which log of a deployment; without a service name, the log of its only service. */
const which = { logType: v.optional(v.picklist(logTypes), 'logs'), serviceName: v.optional(text(200)) }

const triggers = ['download-logs', 'fetch-logs', 'instance-health-check'] as const

export const logCalls = {
  readDeploymentLogs: call({
    method: 'GET',
    path: 'compute-instance/deployment/{id}/logs',
    access: readable,
    params: byDeployment,
    query: v.strictObject({
      /** Negative values count from the end: -20 with `to` 20 is the newest page. */
      from: v.optional(v.pipe(whole, v.minValue(-1_000_000_000), v.maxValue(1_000_000_000)), -20),
      to: v.optional(v.pipe(whole, v.minValue(1, 'At least 1.'), v.maxValue(1000, 'At most 1000.')), 20),
      search: v.optional(text()),
      ...which,
    }),
    response: v.object({ logs: v.array(logLine), logsLength: v.number() }),
    summary:
      'Get a page of a log: `to` lines starting at line `from`. A negative `from` counts back from the newest line.',
  }),
  readLogRange: call({
    method: 'GET',
    path: 'compute-instance/deployment/{id}/logs/range',
    access: readable,
    params: byDeployment,
    query: v.strictObject({ first: sequence, last: sequence, ...which }),
    response: v.object({ packets: v.array(logPacket), oldest: v.number(), head: v.number() }),
    summary:
      'Get the lines of a log between two sequence numbers, at most 1 MiB. Continue after the last returned line.',
  }),
  readLogIndex: call({
    method: 'GET',
    path: 'compute-instance/deployment/{id}/logs/index',
    access: readable,
    params: byDeployment,
    query: v.strictObject({ logType: which.logType }),
    response: v.object({
      logs: v.array(
        v.object({
          /** As calls name it: empty for the first replica of the first service. */
          serviceName: v.string(),
          /** Some lines, ascending, and when they were written, in milliseconds since 1970. */
          sequences: v.array(v.number()),
          atMs: v.array(v.number()),
        }),
      ),
    }),
    summary:
      'List the logs of a deployment that have stored lines, one for each replica, with the times of some lines.',
  }),
  findLogPosition: call({
    method: 'GET',
    path: 'compute-instance/deployment/{id}/logs/position',
    access: readable,
    params: byDeployment,
    query: v.strictObject({ at: instant, ...which }),
    response: v.object({ sequence: v.number(), oldest: v.number(), head: v.number() }),
    summary: 'Get the first line written at or after a time, or the newest line.',
  }),
  readLogRetention: call({
    method: 'GET',
    path: 'compute-instance/{id}/logs/retention',
    access: may('logs.read', 'instance', 'params.id'),
    params: v.strictObject({ id: instanceId }),
    response: v.object({
      retentionDays: v.number(),
      retentionBytes: v.number(),
      /** The current compressed size of the logs of all its deployments. */
      bytes: v.number(),
      lines: v.number(),
      oldestAt: v.nullable(instant),
    }),
    summary: 'Get the retention of an instance’s logs and how much is stored.',
  }),
  searchLogs: call({
    method: 'GET',
    path: 'compute-instance/deployment/{id}/logs/search',
    isStreamed: true,
    access: readable,
    params: byDeployment,
    query: v.strictObject({
      /** Not trimmed: a trailing space is significant. */
      find: v.pipe(
        v.string(),
        v.minLength(1, 'Required.'),
        v.maxLength(400, 'At most 400 characters.'),
        v.check((find) => !find.includes('\0'), 'Remove the null character.'),
      ),
      /** `regex` excludes look-around and back-references, which no engine evaluates in bounded time. */
      as: v.optional(v.picklist(['text', 'regex']), 'text'),
      matchCase: v.optional(v.picklist(['y', 'n']), 'n'),
      /** JSON lines also match in the form that the console shows: level, message, then `key=value`. */
      readable: v.optional(v.picklist(['y', 'n']), 'n'),
      stream: v.optional(v.picklist(logStreams)),
      since: v.optional(instant),
      until: v.optional(instant),
      first: v.optional(sequence),
      last: v.optional(sequence),
      /** Maximum number of matching lines, newest first. */
      limit: v.optional(v.pipe(whole, v.minValue(1, 'At least 1.'), v.maxValue(10_000, 'At most 10000.')), 1000),
      ...which,
    }),
    response: v.variant('kind', [
      v.object({ kind: v.literal('matches'), lines: v.array(logLine) }),
      v.object({ kind: v.literal('progress'), scanned: v.number(), total: v.number(), found: v.number() }),
      v.object({
        kind: v.literal('ended'),
        reason: v.picklist(['all', 'limit', 'timedOut', 'failed']),
        scanned: v.number(),
        total: v.number(),
        found: v.number(),
      }),
    ]),
    summary: 'Search all stored lines of a log, newest first. Streams matches and progress.',
  }),
  triggerInstance: call({
    method: 'POST',
    path: 'compute-instance/{id}/trigger/{type}',
    access: may('logs.read', 'instance', 'params.id'),
    params: v.strictObject({ id: instanceId, type: v.picklist(triggers) }),
    query: v.strictObject({ topicId: v.optional(text(200)) }),
    body: v.strictObject({
      deploymentId: v.optional(deploymentId),
      logType: v.optional(v.picklist(logTypes), 'instanceLogs'),
      serviceName: v.optional(text(200)),
      /** The logs of these replicas, by time, instead of one log or all. */
      serviceNames: v.optional(v.pipe(v.array(text(200)), v.minLength(1, 'Choose at least one.'), v.maxLength(500))),
      format: v.optional(v.picklist(['text', 'ndjson']), 'text'),
      first: v.optional(sequence),
      last: v.optional(sequence),
    }),
    /** `url` is valid once, for one minute, without a token. */
    response: v.object({ url: v.nullable(v.string()), message: v.string() }),
    oneTimeResponse: true,
    failure: { 'download-logs': 'Error exporting logs' },
    invalidates: [],
    summary:
      'Trigger an action of an instance. `download-logs` returns the URL of a log file; `instance-health-check` checks the replicas and writes the results to the events.',
  }),
}
