import type { ReactNode } from 'react'
import { failureMessage } from '../../../src/core/failure.ts'
import { lastLoaded, type RemoteData } from '../../../src/core/remote-data.ts'
import { clockText } from '../text/time-text.ts'
import { FailedState } from './failed-state.tsx'

type RemoteProps<T, V> = {
  data: RemoteData<T>
  retry: () => void
  /** What failed: "The instances could not be loaded". */
  title: string
  /** What is shown, where it is not the whole response; null until it is known. */
  value?: V | null | undefined
  /** The shape of what comes. Left out where the children show it themselves. */
  loading?: ReactNode
  /** Shown in place of the value where there is nothing in it. */
  empty?: ReactNode
  children: ReactNode | ((value: V) => ReactNode)
}

/** Shows what is known of a query: that it loads, why it failed, that it is empty, or its value with its age if a newer one failed. */
export const Remote = <T, V = T>({ data, retry, title, value, loading, empty, children }: RemoteProps<T, V>) => {
  // Without a value of its own it is the response.
  const known = value === undefined ? (lastLoaded(data)?.value as V | undefined) : value
  const isKnown = known !== null && known !== undefined
  const last = data.kind === 'failed' ? data.last : null
  const content = () => {
    if (!isKnown) return loading ?? (typeof children === 'function' ? null : children)
    return empty || (typeof children === 'function' ? children(known) : children)
  }
  return (
    <>
      {data.kind === 'failed' && (
        <FailedState
          inline={isKnown}
          title={title}
          text={`${failureMessage(data.failure)}${last ? ` As of ${clockText(last.atMs)}.` : ''}`}
          onRetry={retry}
        />
      )}
      {(isKnown || data.kind !== 'failed') && content()}
    </>
  )
}
