import type { CallMessage } from '../contract/call-message.ts'
import { savedViewKind } from '../contract/kinds/saved-view-kind.ts'
import type { SavedView } from '../contract/wire/saved-view.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { rowsOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type SavedViews = Entities<SavedView>

export const savedViews = slice<SavedViews, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(savedViewKind, {
    readSavedViews: (response) => response.savedViews,
    readSavedView: ({ savedView }) => [savedView],
    createSavedView: ({ savedView }) => [savedView],
    renameSavedView: ({ savedView }) => [savedView],
  }),
  'api/deleteSavedView.succeeded': (draft, { input }) => {
    remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})

export const selectSavedViews = (state: { savedViews: SavedViews }): SavedViews => state.savedViews

/** A project's saved views, by name. */
export const savedViewsOf = ({ shards }: Pick<SavedViews, 'shards'>, projectId: string): SavedView[] =>
  rowsOf(shards)
    .filter((view) => view.projectId === projectId)
    .sort((a, b) => a.name.localeCompare(b.name))

/** The query of a list's address without what belongs to no view: the page. Empty where nothing is filtered or sorted. */
export const viewQueryOf = (query: URLSearchParams): string => {
  const kept = [...query].filter(([field, value]) => field !== 'page' && value !== '')
  return new URLSearchParams(kept.sort(([a], [b]) => (a < b ? -1 : 1))).toString()
}
