import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { instanceKind } from '../contract/kinds/instance-kind.ts'
import type { OrganizationEvent } from '../contract/live.ts'
import type { Instance } from '../contract/wire/compute.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { isNotFound } from '../core/failure.ts'
import { putRow, rowOf, rowsOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Instances = Entities<Instance>

const handlers = entityHandlers(instanceKind, {
  readInstances: (response) => response.instances,
  readClusterInstances: (response) => response.instances,
  readInstance: ({ instance }) => [instance],
  createInstance: ({ instance }) => [instance],
  createClusterInstance: ({ instance }) => [instance],
  updateInstance: ({ instance }) => [instance],
  restartInstance: ({ instance }) => [instance],
  redeployInstance: ({ instance }) => [instance],
  rollbackInstance: ({ instance }) => [instance],
  updateHealthCheck: ({ instance }) => [instance],
  updateAutoscalingRules: ({ instance }) => [instance],
  wakeInstance: ({ instance }) => [instance],
  closeInstance: ({ instance }) => [instance],
  renameInstance: ({ instance }) => [instance],
  duplicateInstance: ({ instance }) => [instance],
  moveInstance: ({ instance }) => [instance],
})

/** Events of older revisions come before a progress message, so nothing else of the row has changed since. */
const showProgress = (draft: Draft<Instances>, event: OrganizationEvent): undefined => {
  if (event.kind !== 'instanceProgressed' || draft.behind[event.id] !== undefined) return
  const { id, revision, progressMessage } = event
  const known = rowOf(draft.shards, id)
  if (known && known.revision < revision) putRow(draft.shards, id, { ...known, revision, progressMessage })
}

export const instances = slice<Instances, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...handlers,
  'socket/organizationChanged': (draft, message) => {
    handlers['socket/organizationChanged']?.(draft, message)
    for (const { event } of message.packets) showProgress(draft, event)
  },
  'api/readInstance.failed': (draft, { input, failure }) => {
    if (isNotFound(failure) && rowOf(draft.shards, input.id)) remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})

export const selectInstance =
  (id: string) =>
  (state: { instances: Instances }): Instance | null =>
    rowOf(state.instances.shards, id) ?? null

export const selectIsInstanceDeleted =
  (id: string) =>
  (state: { instances: Instances }): boolean =>
    state.instances.deleted[id] === true

export const allInstances = ({ shards }: Pick<Instances, 'shards'>): Instance[] => rowsOf(shards)

export const selectInstances = (state: { instances: Instances }): Instances => state.instances

/** Whether the engine that ran it is gone, so that nothing happens until it is back. */
export const isWithoutProvider = ({ status, state, desiredState }: Instance): boolean =>
  status === 'Deprecated-Provider' && state === 'Starting' && desiredState === 'active'

/** Returns the transition that an instance is in, if any. */
export const transitionOf = (instance: Instance): 'starting' | 'closing' | 'deleting' | null => {
  if (instance.desiredState === 'deleted') return 'deleting'
  if (instance.desiredState === 'closed') return instance.state === 'Closed' ? null : 'closing'
  return instance.state === 'Starting' && !isWithoutProvider(instance) ? 'starting' : null
}
