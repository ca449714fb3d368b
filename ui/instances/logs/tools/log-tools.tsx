import { Download, Ellipsis, Eraser, Maximize2, Minimize2, Search, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { selectLogViewSettings } from '../../../../src/logs/log-view-settings.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { Menu } from '../../../parts/actions/menu.tsx'
import { ToggleButton } from '../../../parts/actions/toggle-button.tsx'
import css from './log-tools.module.css'
import { settingsEntries } from './settings-entries.ts'
import { type LogFilesOf, useLogFiles } from './use-log-files.ts'

type LogToolsProps = LogFilesOf & {
  /** The line count, or the actions for the selected lines. */
  about: ReactNode
  jump: ReactNode
  isSearchOpen: boolean
  onSearch: () => void
  onClear: () => void
  /** Whether the log fills the window. */
  isFull: boolean
  onFull: (isFull: boolean) => void
}

/** On narrow screens all but the first two fold into one menu. */
export const LogTools = ({
  about,
  jump,
  isSearchOpen,
  onSearch,
  onClear,
  isFull,
  onFull,
  ...filesOf
}: LogToolsProps) => {
  const send = useSend()
  const files = useLogFiles(filesOf)
  const viewEntries = settingsEntries(useSelected(selectLogViewSettings), (next) =>
    send({ type: 'ui/logViewSettingsChanged', settings: next }),
  )
  return (
    <div className={css.tools}>
      <div className={css.about}>{about}</div>
      <Button
        size="small"
        variant="quiet"
        icon={<Search />}
        aria-label="Search"
        aria-expanded={isSearchOpen}
        onClick={onSearch}
      >
        <span className={css.label}>Search</span>
      </Button>
      {jump}
      <span className={css.wide}>
        <Button size="small" variant="quiet" icon={<Eraser />} onClick={onClear}>
          Clear
        </Button>
        <Menu
          trigger={
            <Button size="small" variant="quiet" icon={<SlidersHorizontal />}>
              Display
            </Button>
          }
          entries={viewEntries}
        />
        <Menu
          trigger={
            <Button size="small" icon={<Download />} busy={files.isRunning}>
              Download
            </Button>
          }
          entries={files.entries}
        />
      </span>
      <ToggleButton
        label="Full screen"
        icon={isFull ? <Minimize2 /> : <Maximize2 />}
        pressed={isFull}
        onChange={onFull}
      />
      <span className={css.narrow}>
        <Menu
          trigger={<IconButton size="small" label="More log tools" icon={<Ellipsis />} />}
          entries={[
            ...viewEntries,
            { kind: 'divider' },
            { kind: 'action', label: 'Clear', icon: <Eraser />, onChoose: onClear },
            { kind: 'divider' },
            ...files.entries.map((entry) => ('label' in entry ? { ...entry, icon: <Download /> } : entry)),
          ]}
        />
      </span>
    </div>
  )
}
