import { Button } from '../../parts/actions/button.tsx'
import type { ChunkLoadErrorProps } from '../../parts/lazy/lazy.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import css from './chunk-load-error-banner.module.css'
import { chunkLoadErrorMessage } from './chunk-load-error-message.ts'
import { useIsReplaced } from './use-is-replaced.ts'

type ChunkLoadErrorBannerProps = ChunkLoadErrorProps & {
  what: 'page' | 'dialog'
  /** Loads the console anew, where one wanted to go. */
  reload: () => void
  onDismiss: () => void
}

/** The page stays, with what is typed in it, when the code of what was to be opened could not be fetched. */
export const ChunkLoadErrorBanner = ({ what, retry, busy, reload, onDismiss }: ChunkLoadErrorBannerProps) => {
  const { text, again } = chunkLoadErrorMessage(useIsReplaced(busy))
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
