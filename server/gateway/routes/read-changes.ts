export interface ChangeReaders<Id> {
  readAll(): Promise<void>
  read(ids: Id[]): Promise<void>
  onError(error: unknown): void
}

export interface ChangedRows<Id> {
  /** Marks a row as changed; null marks all rows. */
  mark(id: Id | null): void
  stop(): void
}

const RETRY_MS = 1000

/**
 * Reads changed rows, one query at a time: an older result can never replace a newer one, and a burst of changes costs
 * two queries. Repeats a failed query.
 */
export function readChanges<Id>({ readAll, read, onError }: ChangeReaders<Id>): ChangedRows<Id> {
  let isStale = false
  let changed = new Set<Id>()
  let isReading = false
  let isStopped = false
  let retry: NodeJS.Timeout | undefined

  async function readNext(): Promise<void> {
    const all = isStale
    const ids = changed
    isStale = false
    changed = new Set()
    try {
      if (all) await readAll()
      else await read([...ids])
    } catch (error) {
      if (isStopped) return
      onError(error)
      isStale ||= all
      for (const id of ids) changed.add(id)
      await new Promise((resolve) => {
        retry = setTimeout(resolve, RETRY_MS)
      })
    }
  }

  async function readOn(): Promise<void> {
    if (isReading) return
    isReading = true
    while (!isStopped && (isStale || changed.size > 0)) await readNext()
    isReading = false
  }

  return {
    mark(id) {
      if (id === null) isStale = true
      else changed.add(id)
      void readOn()
    },
    stop() {
      isStopped = true
      clearTimeout(retry)
    },
  }
}
