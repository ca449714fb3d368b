import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { SavedView } from '../../src/contract/wire/saved-view.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { useRestoreFocus } from '../parts/focus/use-restore-focus.ts'
import { DeleteView } from './delete-view.tsx'
import { RenameViewForm } from './rename-view-form.tsx'
import css from './saved-views.module.css'

type SavedViewItemProps = { view: SavedView; isCurrent: boolean; onChoose: () => void }

export const SavedViewItem = ({ view, isCurrent, onChoose }: SavedViewItemProps) => {
  const [mode, setMode] = useState<'shown' | 'renamed' | 'deleted'>('shown')
  const mayWrite = useBlocked('instances.write') === undefined
  const restoreFocus = useRestoreFocus()
  const show = () => setMode('shown')
  return (
    <li className={css.item} {...restoreFocus}>
      {mode === 'renamed' && <RenameViewForm view={view} onDone={show} />}
      {mode === 'deleted' && <DeleteView view={view} onCancel={show} />}
      {mode === 'shown' && (
        <Link className={css.link} to={`?${view.query}`} aria-current={isCurrent || undefined} onClick={onChoose}>
          {view.name}
        </Link>
      )}
      {mode === 'shown' && mayWrite && (
        <>
          <IconButton label={`Rename ${view.name}`} icon={<Pencil />} size="small" onClick={() => setMode('renamed')} />
          <IconButton label={`Delete ${view.name}`} icon={<Trash2 />} size="small" onClick={() => setMode('deleted')} />
        </>
      )}
    </li>
  )
}
