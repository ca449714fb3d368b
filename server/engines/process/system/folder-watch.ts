import { type FSWatcher, watch } from 'node:fs'

/** Maximum delay after a missed file system event. */
const fallbackMs = 500

/** Suspends a loop until something in a folder may have changed. */
export class FolderWatch {
  readonly #watcher: FSWatcher | undefined
  readonly #signal: AbortSignal | undefined
  #hasChanged = false
  #wake = () => {}

  constructor(folder: string, signal?: AbortSignal) {
    this.#signal = signal
    signal?.addEventListener('abort', this.#note)
    try {
      this.#watcher = watch(folder, { persistent: false }, this.#note)
      this.#watcher.on('error', this.#note)
    } catch {
      this.#watcher = undefined // Too many watches: the fallback applies.
    }
  }

  async changed(): Promise<void> {
    if (!this.#hasChanged && !this.#signal?.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, fallbackMs)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#hasChanged = false
  }

  close(): void {
    this.#signal?.removeEventListener('abort', this.#note)
    this.#watcher?.close()
    this.#note()
  }

  readonly #note = (): void => {
    this.#hasChanged = true
    this.#wake()
  }
}
