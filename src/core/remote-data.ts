import type { Failure } from './failure.ts'

/** The state of data that is loaded from elsewhere. Reloading and failing keep the last good value. */
export type RemoteData<T> =
  | { kind: 'idle' }
  | { kind: 'loading'; last: Loaded<T> | null }
  | Loaded<T>
  | { kind: 'failed'; failure: Failure; last: Loaded<T> | null }

/** `atMs`: when the value was read, in milliseconds since 1970. */
export interface Loaded<T> {
  kind: 'loaded'
  value: T
  atMs: number
}

export const idle: RemoteData<never> = { kind: 'idle' }

export const loaded = <T>(value: T, atMs: number): Loaded<T> => ({ kind: 'loaded', value, atMs })

/** Returns the last good value, also while loading and after a failure. */
export const lastLoaded = <T>(data: RemoteData<T>): Loaded<T> | null => {
  switch (data.kind) {
    case 'idle':
      return null
    case 'loaded':
      return data
    case 'loading':
    case 'failed':
      return data.last
  }
}

export const toLoading = <T>(data: RemoteData<T>): RemoteData<T> => ({ kind: 'loading', last: lastLoaded(data) })

export const toFailed = <T>(data: RemoteData<T>, failure: Failure): RemoteData<T> => ({
  kind: 'failed',
  failure,
  last: lastLoaded(data),
})
