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
  /** The value to show, if it is not the whole response; null until it is known. */
  value?: V | null | undefined
  /** The placeholder; omitted if the children render their own. */
  loading?: ReactNode
  /** Shown instead of an empty value. */
  empty?: ReactNode
  children: ReactNode | ((value: V) => ReactNode)
}

/** Renders a query: loading, failed, empty, or its value, with the value's age if a newer fetch failed. */
export const Remote = <T, V = T>({ data, retry, title, value, loading, empty, children }: RemoteProps<T, V>) => {
  // Without `value`, the response is the value.
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
