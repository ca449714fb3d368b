import { Button } from '../../parts/actions/button.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import css from './lost-page-notice.module.css'
import { lostWords } from './lost-words.ts'
import { useIsReplaced } from './use-is-replaced.ts'

interface LostPageNoticeProps {
  /** Where the person wanted to go. */
  href: string
  onRetry: () => void
  /** It is on its way again. */
  busy: boolean
  onDismiss: () => void
}

/** The page before stays, with what is typed in it, when the code of the next one could not be fetched. */
export const LostPageNotice = ({ href, onRetry, busy, onDismiss }: LostPageNoticeProps) => {
  const { text, again } = lostWords(useIsReplaced(busy))
  return (
    <div className={css.notice}>
      <Banner
        tone="bad"
        title="The page could not be opened"
        actions={
          <Button size="small" busy={busy} onClick={again === 'Reload' ? () => window.location.assign(href) : onRetry}>
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
