import { Button } from '../../parts/actions/button.tsx'
import type { Lost } from '../../parts/later/later.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import css from './lost-notice.module.css'
import { lostWords } from './lost-words.ts'
import { useIsReplaced } from './use-is-replaced.ts'

type LostNoticeProps = Lost & {
  what: 'page' | 'dialog'
  /** Loads the console anew, where one wanted to go. */
  reload: () => void
  onDismiss: () => void
}

/** The page stays, with what is typed in it, when the code of what was to be opened could not be fetched. */
export const LostNotice = ({ what, retry, busy, reload, onDismiss }: LostNoticeProps) => {
  const { text, again } = lostWords(useIsReplaced(busy))
  return (
    <div className={css.notice}>
      <Banner
        tone="bad"
        title={`The ${what} could not be opened`}
        actions={
          <Button size="small" busy={busy} onClick={again === 'Reload' ? reload : retry}>
            {again}
          </Button>
        }
        onClose={onDismiss}
      >
        {text}
      </Banner>
    </div>
  )
}
