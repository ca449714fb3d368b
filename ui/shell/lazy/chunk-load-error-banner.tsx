import { Button } from '../../parts/actions/button.tsx'
import type { ChunkLoadErrorProps } from '../../parts/lazy/lazy.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { useChunkLoadErrorMessage } from './chunk-load-error.tsx'
import css from './chunk-load-error-banner.module.css'

type ChunkLoadErrorBannerProps = ChunkLoadErrorProps & {
  what: 'page' | 'dialog'
  /** Loads the console again, at the address that was being opened. */
  reload: () => void
  onDismiss: () => void
}

/** Reports that a page or dialog could not be opened; the page below keeps its form state. */
export const ChunkLoadErrorBanner = ({ what, retry, busy, reload, onDismiss }: ChunkLoadErrorBannerProps) => {
  const { text, again } = useChunkLoadErrorMessage(busy)
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
