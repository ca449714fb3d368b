interface RepeatOptions {
  /** Is told of errors, except those of a run that stopping interrupts. */
  onError?: (error: unknown) => void
  /** The first run begins at once instead of after the first pause. */
  isDueNow?: boolean
}

/**
 * Runs a task at intervals, never twice at once: a pause begins when the run before it has ended. Repeats it after an
 * error too. Returns a function that stops it, and resolves when the current run has ended.
 */
export function repeatEvery(
  pauseMs: number,
  task: (stopping: AbortSignal) => Promise<unknown>,
  { onError = () => {}, isDueNow = false }: RepeatOptions = {},
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    try {
      await task(signal)
    } catch (error) {
      if (!signal.aborted) onError(error)
    }
    schedule()
  }

  function schedule(): void {
    if (signal.aborted) return
    timer = setTimeout(() => {
      running = run()
    }, pauseMs)
  }

  if (isDueNow) running = run()
  else schedule()
  return async () => {
    stopping.abort()
    clearTimeout(timer)
    await running
  }
}
