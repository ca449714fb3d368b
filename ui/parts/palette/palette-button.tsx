import { Search } from 'lucide-react'
import { Kbd } from '../text/text.tsx'
import css from './palette-button.module.css'

type PaletteButtonProps = { onOpen: () => void; label?: string; shortcut?: string }

export const PaletteButton = ({ onOpen, label = 'Search', shortcut = 'Ctrl K' }: PaletteButtonProps) => (
  <button type="button" className={css.button} aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
    <Search className={css.icon} />
    <span className={css.content}>{label}</span>
    <span className={css.keys} aria-hidden="true">
      <Kbd>{shortcut}</Kbd>
    </span>
  </button>
)
