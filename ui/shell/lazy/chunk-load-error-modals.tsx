import { selectModals } from '../../../src/modals/modals.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import type { ChunkLoadErrorProps } from '../../parts/lazy/lazy.tsx'
import { ChunkLoadErrorBanner } from './chunk-load-error-banner.tsx'

/** Reports that a dialog could not be opened, when the code of all dialogs could not be fetched. */
export const ChunkLoadErrorModals = (loadError: ChunkLoadErrorProps) => {
  const send = useSend()
  const hasModals = useSelected(selectModals).length > 0
  return (
    hasModals && (
      <ChunkLoadErrorBanner
        {...loadError}
        what="dialog"
        reload={() => window.location.reload()}
        onDismiss={() => send({ type: 'ui/modalsCleared' })}
      />
    )
  )
}
