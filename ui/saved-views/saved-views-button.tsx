import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { Button } from '../parts/actions/button.tsx'
import { lazy } from '../parts/lazy/lazy.tsx'
import { Popover } from '../parts/overlay/popover.tsx'
import { SkeletonRows } from '../parts/waiting/skeleton-rows.tsx'
import { ChunkLoadError } from '../shell/lazy/chunk-load-error.tsx'

const SavedViewsPanel = lazy(() => import('./saved-views-panel.tsx'), 'SavedViewsPanel', {
  waiting: <SkeletonRows rows={3} columns={1} />,
  loadError: (loadError) => <ChunkLoadError {...loadError} />,
})

export const SavedViewsButton = ({ projectId }: { projectId: ProjectId }) => {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      title="Saved views"
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<ListFilter />}>Views</Button>}
    >
      <SavedViewsPanel projectId={projectId} onClose={() => setOpen(false)} />
    </Popover>
  )
}
