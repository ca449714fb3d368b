import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { AnswerOf, InputOf } from '../contract/contract.ts'
import type { OrganizationEvent } from '../contract/live.ts'
import type { Instance } from '../contract/wire/compute.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import type { SessionMessage } from '../session/session-message.ts'

/** The newest of every instance that this tab has seen, whoever told of it. */
export interface Instances {
  rows: Record<string, Instance>
  /** Removed while this tab looked: a late answer must not bring one back. */
  gone: Record<string, true>
}

const none: Instances = { rows: {}, gone: {} }

/** An older revision never replaces a newer one. */
const keep = (draft: Draft<Instances>, instance: Instance): undefined => {
  if (draft.gone[instance._id]) return
  const known = draft.rows[instance._id]
  if (known && known.revision > instance.revision) return
  draft.rows[instance._id] = instance
}

const remove = (draft: Draft<Instances>, id: string): undefined => {
  delete draft.rows[id]
  draft.gone[id] = true
}

/** A page tells of every instance from its first to its last: one that it leaves out was removed while nobody looked. */
const dropLeftOut = (
  draft: Draft<Instances>,
  { id, skip = 0 }: InputOf<'readInstances'>,
  { instances: page, totalCount }: AnswerOf<'readInstances'>,
): undefined => {
  const newest = page[0]?.createdAt
  const oldest = Number(skip) + page.length >= totalCount ? '' : page.at(-1)?.createdAt
  if (newest === undefined || oldest === undefined) return
  const told = new Set<string>(page.map((instance) => instance._id))
  for (const row of Object.values(draft.rows)) {
    const isBetween = row.createdAt > oldest && row.createdAt < newest
    if (row.computeProject === id && isBetween && !told.has(row._id)) remove(draft, row._id)
  }
}

const happened = (draft: Draft<Instances>, event: OrganizationEvent): undefined => {
  if (event.kind === 'instanceChanged') keep(draft, event.instance)
  if (event.kind === 'instanceRemoved') remove(draft, event.id)
}

export const instances = slice<Instances, CallMessage | LiveMessage | SessionMessage>(none, {
  'api/readInstances.answered': (draft, { input, answer }) => {
    for (const instance of answer.instances) keep(draft, instance)
    if (!input.state) dropLeftOut(draft, input, answer)
  },
  'api/readInstance.answered': (draft, { answer }) => keep(draft, answer.instance),
  'api/readInstance.failed': (draft, { input, failure }) => {
    if (failure.kind === 'refused' && failure.status === 404 && draft.rows[input.id]) remove(draft, input.id)
  },
  'api/createInstance.answered': (draft, { answer }) => keep(draft, answer.instance),
  'api/closeInstance.answered': (draft, { answer }) => keep(draft, answer.instance),
  'api/renameInstance.answered': (draft, { answer }) => keep(draft, answer.instance),
  'socket/organizationChanged': (draft, { packets }) => {
    for (const { event } of packets) happened(draft, event)
  },
  'api/sessionEnded': () => none,
  'tab/signedOut': () => none,
  'ui/signOutPressed': () => none,
})

export const selectInstance =
  (id: string) =>
  (state: { instances: Instances }): Instance | null =>
    state.instances.rows[id] ?? null

export const selectInstanceGone =
  (id: string) =>
  (state: { instances: Instances }): boolean =>
    state.instances.gone[id] === true

/** A project's instances, newest first: those that were read, and those that came since. */
export const instancesOf = (rows: Record<string, Instance>, projectId: string): Instance[] =>
  Object.values(rows)
    .filter((instance) => instance.computeProject === projectId)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))

export const selectInstanceRows = (state: { instances: Instances }): Record<string, Instance> => state.instances.rows

/** What an instance is on its way to, if anything. */
export const moveOf = (instance: Instance): 'starting' | 'closing' | 'deleting' | null => {
  if (instance.wish === 'deleted') return 'deleting'
  if (instance.wish === 'closed') return instance.state === 'Closed' ? null : 'closing'
  return instance.state === 'Starting' ? 'starting' : null
}

/** Those that a person has to look at: they did not start, and nobody has sent them away. */
export const failedInstancesOf = (rows: Record<string, Instance>, organizationId: string): Instance[] =>
  Object.values(rows)
    .filter(
      ({ organizationId: owner, state, wish }) =>
        owner === organizationId && state === 'Failed-start' && wish === 'active',
    )
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
