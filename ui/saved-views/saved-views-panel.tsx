import { useSearchParams } from 'react-router-dom'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { savedViewsOf, selectSavedViews, viewQueryOf } from '../../src/saved-views/saved-views.ts'
import { useOrganization } from '../hooks/use-organization.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useRestoreFocus } from '../parts/focus/use-restore-focus.ts'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { SaveViewForm } from './save-view-form.tsx'
import { SavedViewItem } from './saved-view-item.tsx'
import css from './saved-views.module.css'

type SavedViewsPanelProps = { projectId: ProjectId; onClose: () => void }

/** The views of a project's instance list: choose, save, rename, delete. */
export const SavedViewsPanel = ({ projectId, onClose }: SavedViewsPanelProps) => {
  const organization = useOrganization()
  const [address] = useSearchParams()
  const { data, retry } = useQuery('readSavedViews', organization && { id: organization._id })
  const views = savedViewsOf(useSelected(selectSavedViews), projectId)
  const restoreFocus = useRestoreFocus()
  const current = viewQueryOf(address)
  return (
    <Remote
      data={data}
      retry={retry}
      title="Saved views could not be loaded"
      loading={<SkeletonRows rows={3} columns={1} />}
    >
      {() => (
        <>
          {views.length === 0 ? (
            <EmptyState
              title="No saved views"
              text="Filter, search or sort the list, then save it here under a name for everyone in the organisation."
            />
          ) : (
            <ul className={css.list} {...restoreFocus}>
              {views.map((view) => (
                <SavedViewItem key={view._id} view={view} isCurrent={view.query === current} onChoose={onClose} />
              ))}
            </ul>
          )}
          <SaveViewForm projectId={projectId} query={current} />
        </>
      )}
    </Remote>
  )
}
