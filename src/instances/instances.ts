import { type Draft, original } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { InputOf, ResponseOf } from '../contract/contract.ts'
import type { OrganizationEvent } from '../contract/live.ts'
import type { Instance } from '../contract/wire/compute.ts'
import { isNotFound } from '../core/failure.ts'
import { changedRows, dropRow, putRow, rowOf, rowsOf, type Shards } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

/** The newest version of every instance that this tab has received, from any source. */
export interface Instances {
  shards: Shards<Instance>
  /** The ids of each project's instances, newest first. */
  lists: Record<string, string[]>
  /** Ids of removed instances, so that a late response does not restore one. */
  deleted: Record<string, true>
}

type InstanceProgressed = Extract<OrganizationEvent, { kind: 'instanceProgressed' }>

const none: Instances = { shards: {}, lists: {}, deleted: {} }

/** An older revision never replaces a newer one. */
const upsert = (draft: Draft<Instances>, ...received: readonly Instance[]): undefined => {
  const grown = new Set<string>()
  for (const instance of received) {
    if (draft.deleted[instance._id]) continue
    const known = rowOf(draft.shards, instance._id)
    if (known && known.revision > instance.revision) continue
    putRow(draft.shards, instance._id, instance)
    if (known) continue
    const { computeProject } = instance
    const list = draft.lists[computeProject]
    if (list) list.push(instance._id)
    else draft.lists[computeProject] = [instance._id]
    grown.add(computeProject)
  }
  for (const projectId of grown) {
    const createdAt = (id: string): string => rowOf(draft.shards, id)?.createdAt ?? ''
    draft.lists[projectId]?.sort((a, b) => (createdAt(a) < createdAt(b) ? 1 : -1))
  }
}

const remove = (draft: Draft<Instances>, id: string): undefined => {
  const projectId = rowOf(draft.shards, id)?.computeProject
  const list = projectId === undefined ? undefined : draft.lists[projectId]
  if (list) list.splice(list.indexOf(id), 1)
  dropRow(draft.shards, id)
  draft.deleted[id] = true
}

/** A transient event comes after all events of older revisions, so nothing else of the row has changed since. */
const showProgress = (draft: Draft<Instances>, { id, revision, progressMessage }: InstanceProgressed): undefined => {
  const known = rowOf(draft.shards, id)
  if (known && known.revision < revision) putRow(draft.shards, id, { ...known, revision, progressMessage })
}

/** A page has every instance between its first and its last, so an instance that it lacks was removed unnoticed. */
const dropMissing = (
  draft: Draft<Instances>,
  { id, skip = 0 }: InputOf<'readInstances'>,
  { instances: page, totalCount }: ResponseOf<'readInstances'>,
): undefined => {
  const newest = page[0]?.createdAt
  const oldest = Number(skip) + page.length >= totalCount ? '' : page.at(-1)?.createdAt
  if (newest === undefined || oldest === undefined) return
  const received = new Set<string>(page.map((instance) => instance._id))
  for (const { _id, createdAt } of instancesOf(original(draft) ?? draft, id)) {
    if (createdAt > oldest && createdAt < newest && !received.has(_id)) remove(draft, _id)
  }
}

/** Applies consecutive changes as one batch, so that a project's list is sorted once. */
const happened = (draft: Draft<Instances>, events: readonly OrganizationEvent[]): undefined => {
  let changed: Instance[] = []
  for (const event of events) {
    if (event.kind === 'instanceChanged') changed.push(event.instance)
    if (event.kind !== 'instanceRemoved' && event.kind !== 'instanceProgressed') continue
    upsert(draft, ...changed)
    changed = []
    if (event.kind === 'instanceRemoved') remove(draft, event.id)
    else showProgress(draft, event)
  }
  upsert(draft, ...changed)
}

export const instances = slice<Instances, CallMessage | LiveMessage | SessionMessage>(none, {
  'api/readInstances.succeeded': (draft, { input, response }) => {
    if (!input.state) dropMissing(draft, input, response)
    upsert(draft, ...response.instances)
  },
  'api/readInstance.succeeded': (draft, { response }) => upsert(draft, response.instance),
  'api/readInstance.failed': (draft, { input, failure }) => {
    if (isNotFound(failure) && rowOf(draft.shards, input.id)) remove(draft, input.id)
  },
  'api/createInstance.succeeded': (draft, { response }) => upsert(draft, response.instance),
  'api/closeInstance.succeeded': (draft, { response }) => upsert(draft, response.instance),
  'api/renameInstance.succeeded': (draft, { response }) => upsert(draft, response.instance),
  'socket/organizationChanged': (draft, { packets }) =>
    happened(
      draft,
      packets.map(({ event }) => event),
    ),
  ...resetOnUserChange(() => none),
})

export const selectInstance =
  (id: string) =>
  (state: { instances: Instances }): Instance | null =>
    rowOf(state.instances.shards, id) ?? null

export const selectIsInstanceDeleted =
  (id: string) =>
  (state: { instances: Instances }): boolean =>
    state.instances.deleted[id] === true

interface Listed {
  shards: Instances['shards']
  places: ReadonlyMap<string, number>
  rows: readonly Instance[]
}

/** The last result for each list: for a large fleet, only changed shards are processed again. */
const listed = new WeakMap<readonly string[], Listed>()

/** Returns a project's instances, newest first, including those received since the list was read. */
export const instancesOf = (
  { shards, lists }: Pick<Instances, 'shards' | 'lists'>,
  projectId: string,
): readonly Instance[] => {
  const list = lists[projectId]
  if (!list) return []
  const last = listed.get(list)
  if (last?.shards === shards) return last.rows
  const rows = last ? [...last.rows] : list.flatMap((id) => rowOf(shards, id) ?? [])
  const places = last?.places ?? new Map(list.map((id, place) => [id, place]))
  if (last) {
    for (const row of changedRows(last.shards, shards)) {
      const place = places.get(row._id)
      if (place !== undefined) rows[place] = row
    }
  }
  listed.set(list, { shards, places, rows })
  return rows
}

export const allInstances = ({ shards }: Pick<Instances, 'shards'>): Instance[] => rowsOf(shards)

export const selectInstances = (state: { instances: Instances }): Instances => state.instances

/** Returns the transition that an instance is in, if any. */
export const transitionOf = (instance: Instance): 'starting' | 'closing' | 'deleting' | null => {
  if (instance.desiredState === 'deleted') return 'deleting'
  if (instance.desiredState === 'closed') return instance.state === 'Closed' ? null : 'closing'
  return instance.state === 'Starting' ? 'starting' : null
}

/** Returns the instances that need attention: they failed to start and are still meant to run. */
export const failedInstancesOf = (rows: readonly Instance[], organizationId: string): Instance[] =>
  rows
    .filter(
      ({ organizationId: owner, state, desiredState }) =>
        owner === organizationId && state === 'Failed-start' && desiredState === 'active',
    )
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
