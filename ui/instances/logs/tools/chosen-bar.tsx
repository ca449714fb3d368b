import { Copy, Link2, X } from 'lucide-react'
import { Button } from '../../../parts/actions/button.tsx'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { useCopied } from '../../../parts/actions/use-copied.ts'
import { linesText } from '../log-text.ts'
import css from './chosen-bar.module.css'

type ChosenBarProps = { count: number; link: string; onCopy: () => void; onClose: () => void }

/** Actions for the selected lines. */
export const ChosenBar = ({ count, link, onCopy, onClose }: ChosenBarProps) => {
  const { copied, copy } = useCopied(link)
  return (
    <div className={css.bar} role="toolbar" aria-label="Selected lines">
      <Button size="small" variant="primary" icon={<Copy />} onClick={onCopy}>
        Copy {linesText(count)}
      </Button>
      <Button
        size="small"
        icon={<Link2 />}
        aria-label={copied ? 'Link copied' : 'Copy link to this line'}
        onClick={copy}
      >
        <span className={css.label}>{copied ? 'Copied!' : 'Copy link'}</span>
      </Button>
      <IconButton size="small" label="Clear selection" icon={<X />} onClick={onClose} />
    </div>
  )
}
