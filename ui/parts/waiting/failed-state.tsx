import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { AdriftArt } from '../art/adrift-art.tsx'
import { Banner } from '../state/banner.tsx'
import { EmptyState } from './empty-state.tsx'

type FailedStateProps = {
  /** What failed: "The instances could not be loaded". */
  title: string
  /** The reason and the remedy. */
  text?: ReactNode
  onRetry?: () => void
  /** For when a retry does not help. */
  retryLabel?: string
  busy?: boolean
  /** A line above an older value, which stays on screen. */
  inline?: boolean
  headingLevel?: 1 | 2
}

export const FailedState = ({
  title,
  text,
  onRetry,
  retryLabel = 'Retry',
  busy = false,
  inline = false,
  headingLevel,
}: FailedStateProps) => {
  const retry = onRetry && (
    <Button icon={<RotateCw />} size={inline ? 'small' : 'medium'} busy={busy} onClick={onRetry}>
      {retryLabel}
    </Button>
  )
  if (inline)
    return (
      <Banner tone="warn" title={title} actions={retry}>
        {text}
      </Banner>
    )
  return (
    <div role="alert">
      <EmptyState
        title={title}
        text={text}
        art={<AdriftArt />}
        actions={retry}
        {...(headingLevel && { headingLevel })}
      />
    </div>
  )
}
