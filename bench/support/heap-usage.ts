import type { CDPSession } from '@playwright/test'

interface HeapUsage {
  usedSize: number
  /** Size of array buffers, which are not in the heap. */
  backingStorageSize?: number
}

const bytesOf = ({ usedSize, backingStorageSize = 0 }: HeapUsage): number => usedSize + backingStorageSize

/** Reads the memory of a page and its workers: V8's heaps and array buffers. */
export const watchHeaps = async (session: CDPSession) => {
  const workers = new Set<string>()
  const pending = new Map<number, (result: HeapUsage) => void>()
  let nextId = 1

  session.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId))
  session.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId))
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message)
    pending.get(id)?.(result)
  })
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })

  const callWorker = (sessionId: string, method: string): Promise<HeapUsage> => {
    const id = nextId
    nextId += 1
    return new Promise((resolve) => {
      pending.set(id, resolve)
      void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
    })
  }

  /** Resolves with the sizes in bytes, after a garbage collection. */
  return async (): Promise<{ page: number; workers: number }> => {
    await session.send('HeapProfiler.collectGarbage')
    const page = bytesOf(await session.send('Runtime.getHeapUsage'))
    let sum = 0
    for (const worker of workers) {
      await callWorker(worker, 'HeapProfiler.collectGarbage')
      sum += bytesOf(await callWorker(worker, 'Runtime.getHeapUsage'))
    }
    return { page, workers: sum }
  }
}
