import type { Failure } from './failure.ts'

/** What is known of something that lives elsewhere. Loading again and failing keep the last good value. */
export type RemoteData<T> =
  | { kind: 'idle' }
  | { kind: 'loading'; last: Loaded<T> | null }
  | Loaded<T>
  | { kind: 'failed'; failure: Failure; last: Loaded<T> | null }

/** `atMs`: when it was so, in milliseconds since 1970. */
export interface Loaded<T> {
  kind: 'loaded'
  value: T
  atMs: number
}

export const idle: RemoteData<never> = { kind: 'idle' }

export const loaded = <T>(value: T, atMs: number): Loaded<T> => ({ kind: 'loaded', value, atMs })

/** The last good value, whatever happened since. */
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
