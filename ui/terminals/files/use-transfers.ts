import { useEffect, useRef, useState } from 'react'
import { FileError } from '../../../src/terminals/file-error.ts'

export interface Transfer {
  id: number
  label: string
  fraction: number
  /** Set when it failed; a cancelled transfer is removed. */
  failure?: { code: string; message: string; retry?: () => void }
  cancel(): void
}

type Run = (progress: { signal: AbortSignal; onProgress: (fraction: number) => void }) => Promise<void>

/** Runs uploads and downloads, and ends them with the page. */
export const useTransfers = () => {
  const [transfers, setTransfers] = useState<readonly Transfer[]>([])
  const running = useRef(new Set<AbortController>())
  const last = useRef(0)
  useEffect(
    () => () => {
      for (const abort of running.current) abort.abort()
    },
    [],
  )

  const remove = (id: number) => setTransfers((all) => all.filter((one) => one.id !== id))
  const change = (id: number, more: Partial<Transfer>) =>
    setTransfers((all) => all.map((one) => (one.id === id ? { ...one, ...more } : one)))

  /** `overwrite` repeats an upload whose file is already there. */
  const run = (label: string, task: Run, overwrite?: () => void) => {
    last.current += 1
    const id = last.current
    const abort = new AbortController()
    running.current.add(abort)
    const cancel = () => {
      abort.abort()
      remove(id)
    }
    setTransfers((all) => [...all, { id, label, fraction: 0, cancel }])
    task({ signal: abort.signal, onProgress: (fraction) => change(id, { fraction }) })
      .then(
        () => remove(id),
        (error: unknown) => {
          if (abort.signal.aborted) return
          const { code, message } =
            error instanceof FileError ? error : { code: 'failed', message: 'The browser could not transfer it.' }
          const isThere = overwrite !== undefined && message.startsWith('There is a file')
          const retry = () => {
            remove(id)
            overwrite?.()
          }
          change(id, { failure: { code, message, ...(isThere && { retry }) } })
        },
      )
      .finally(() => running.current.delete(abort))
  }
  return { transfers, run }
}
