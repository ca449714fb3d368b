export interface OpenedOnce<T> {
  /** Opens at the first use. A failure is not kept: the next one who asks tries again. */
  get(): Promise<T>
  /** What was opened, or is being opened; undefined when nobody asked yet. */
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
