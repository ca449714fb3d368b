export interface OpenedOnce<T> {
  /** Opens on first use. A failure is not cached: the next call tries again. */
  get(): Promise<T>
  /** The result or the pending opening; undefined if `get` was never called. */
  begun(): Promise<T> | undefined
}

export function openedOnce<T>(open: () => Promise<T>): OpenedOnce<T> {
  let opened: Promise<T> | undefined
  return {
    get() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      return opened
    },
    begun: () => opened,
  }
}
