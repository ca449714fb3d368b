import * as v from 'valibot'
import { instanceId, projectId } from './wire/common.ts'
import { instance, project } from './wire/compute.ts'
import type { LogType } from './wire/log.ts'
import { publishedOrganization } from './wire/organization.ts'

/**
 * The socket's protocol, both directions. A topic is a stream of packets, each with a sequence number; a packet of
 * several says with `first` where it begins, so that each begins one after the last one's number.
 * A client watches a topic `after` the last sequence it has (null: from now on) and gets what it missed, then the rest.
 * Watching a topic again begins again, after the new `after`. A token that is refused fails the connection with the
 * refusal's code as the error's message.
 */
export const organizationEvent = v.variant('kind', [
  v.object({ kind: v.literal('instanceChanged'), instance }),
  v.object({ kind: v.literal('instanceRemoved'), id: instanceId, projectId }),
  v.object({ kind: v.literal('projectChanged'), project }),
  v.object({ kind: v.literal('projectRemoved'), id: projectId }),
  v.object({ kind: v.literal('organizationChanged'), organization: publishedOrganization }),
  /** Who is a member, in which role, or who is invited: the lists say what has changed. */
  v.object({ kind: v.literal('membersChanged') }),
  v.object({ kind: v.literal('rolesChanged') }),
  v.object({ kind: v.literal('organizationRemoved') }),
])

export const organizationPacket = v.object({ sequence: v.number(), at: v.string(), event: organizationEvent })

/** `organization/{id}` or `deployment/{id}/{log type}`, of a service that is not the first one with its name at the end. */
export const topic = v.union([
  v.pipe(v.string(), v.regex(/^organization\/[0-9a-f-]{36}$/)),
  v.pipe(
    v.string(),
    v.regex(
      /^deployment\/[0-9a-f-]{36}\/(logs|instanceLogs|instanceEvents|shellCommands)(\/[a-z0-9][a-z0-9-]{0,62})?$/,
    ),
  ),
])

export const watchRequest = v.strictObject({
  topic,
  after: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})
export const unwatchRequest = v.strictObject({ topic })

/**
 * The server's answer to a watch. `from` is the sequence after which packets will come; it is larger than what was asked
 * when older packets are gone, and the client must read its lists again.
 */
export type WatchResponse = { ok: true; from: number } | { ok: false; error: string; message: string }

/** What the server emits as `packets`: in order, without holes, several at once. */
export const packets = v.object({
  topic: v.string(),
  packets: v.array(v.looseObject({ first: v.optional(v.number()), sequence: v.number() })),
})

/**
 * What the server emits as `watchEnded`: no more packets come. `behind` means that packets are gone which this client has
 * not had: it watches again, and the answer says from where. Any other code is a refusal, as rights can be taken away.
 */
export const watchEnded = v.object({ topic: v.string(), error: v.string(), message: v.string() })

export const organizationTopic = (id: string) => `organization/${id}`
/** A log is for the eye: a tab that nobody sees does not watch it. */
export const isLogTopic = (topic: string): boolean => topic.startsWith('deployment/')
export const deploymentTopic = (id: string, logType: LogType, service = '') =>
  `deployment/${id}/${logType}${service && `/${service}`}`

export type OrganizationEvent = v.InferOutput<typeof organizationEvent>
export type OrganizationPacket = v.InferOutput<typeof organizationPacket>
