import { useEffect, useState } from 'react'
import type { LogRange } from '../../../../src/logs/store/log-store-message.ts'
import { type LogFileFormat, writeLine } from '../../../../src/rules/log-lines/write-line.ts'
import { useConsole, useSend } from '../../../hooks/use-console.tsx'
import { copyText } from '../../../parts/actions/copy-text.ts'
import { saveText } from '../../../parts/actions/save-text.ts'
import { linesText } from '../log-text.ts'
import { plainLines } from './plain-lines.ts'
import type { LogReading } from './use-log-reading.ts'

/** More lines than anyone pastes, or than the browser should hold at once. */
const MAX_LINES = 100_000
/** Attempts to fetch missing lines before an error is shown. */
const MAX_ATTEMPTS = 3

type Target = 'clipboard' | LogFileFormat

const files = {
  text: { ending: 'log', type: 'text/plain' },
  ndjson: { ending: 'ndjson', type: 'application/x-ndjson' },
}

/** Copies a range or saves it as a file, after fetching lines that the browser does not hold. */
export const useCopyLines = (
  { merged, requestRange, isFilling }: LogReading,
  fileName: string,
): ((range: LogRange, to?: Target) => void) => {
  const send = useSend()
  const { newId } = useConsole()
  const [copying, setCopying] = useState<{ range: LogRange; to: Target; tries: number } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another range or new lines
  useEffect(() => {
    if (!copying || isFilling) return
    const { range, to, tries } = copying
    let isCancelled = false
    const showToast = (kind: 'success' | 'warning', message: string) => {
      setCopying(null)
      send({ type: 'ui/toastRequested', id: newId(), kind, message })
    }
    const copy = async () => {
      const lines = await merged.lines(range)
      if (isCancelled) return
      if (lines === null && tries === MAX_ATTEMPTS)
        return showToast('warning', 'Some of these lines could not be loaded.')
      if (lines === null) {
        setCopying({ range, to, tries: tries + 1 })
        return requestRange(range)
      }
      if (to !== 'clipboard') {
        setCopying(null)
        const { ending, type } = files[to]
        return saveText(lines.map(writeLine[to]).join(''), `${fileName}.${ending}`, type)
      }
      const texts = lines.map(({ replica, log }) => (replica === undefined ? log : `${replica}\t${log}`))
      const isCopied = await copyText(plainLines(texts.join('\n')))
      if (isCopied) showToast('success', `${linesText(merged.countLines(range))} copied`)
      else showToast('warning', 'Your browser blocked copying.')
    }
    void copy()
    return () => {
      isCancelled = true
    }
  }, [copying, isFilling])

  return (range, to = 'clipboard') => {
    if (merged.countLines(range) <= MAX_LINES) return setCopying({ range, to, tries: 0 })
    const message =
      to === 'clipboard'
        ? `At most ${linesText(MAX_LINES)} can be copied. Download them instead.`
        : `At most ${linesText(MAX_LINES)} of several replicas can be selected for a file. Download the whole logs instead.`
    send({ type: 'ui/toastRequested', id: newId(), kind: 'warning', message })
  }
}
