import type { CallMessage } from '../contract/call-message.ts'
import { variableGroupKind } from '../contract/kinds/variable-group-kind.ts'
import type { VariableGroup } from '../contract/wire/project/variable-group.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { rowsOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type VariableGroups = Entities<VariableGroup>

export const variableGroups = slice<VariableGroups, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(variableGroupKind, {
    readVariableGroups: (response) => response.variableGroups,
    readVariableGroup: ({ variableGroup }) => [variableGroup],
    createVariableGroup: ({ variableGroup }) => [variableGroup],
    updateVariableGroup: ({ variableGroup }) => [variableGroup],
  }),
  'api/deleteVariableGroup.succeeded': (draft, { input }) => {
    remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})

export const selectVariableGroups = (state: { variableGroups: VariableGroups }): VariableGroups => state.variableGroups

/** A project's variable groups, by name. */
export const variableGroupsOf = ({ shards }: Pick<VariableGroups, 'shards'>, projectId: string): VariableGroup[] =>
  rowsOf(shards)
    .filter((group) => group.projectId === projectId)
    .sort((a, b) => a.name.localeCompare(b.name))
