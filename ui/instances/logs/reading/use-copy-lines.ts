import { useEffect, useState } from 'react'
import type { LogRange } from '../../../../src/logs/log-book.ts'
import { useConsole } from '../../../app/console-context.tsx'
import { useSend } from '../../../app/use-send.ts'
import { copyText } from '../../../parts/actions/copy-text.ts'
import { linesText } from '../line-words.ts'
import { plainLines } from './plain-lines.ts'
import type { LogReading } from './use-log-reading.ts'

/** More than anybody pastes. */
const MOST_COPIED = 100_000
/** How often lines are asked for that do not come, before that is said. */
const MOST_TRIES = 3

/** Copies a range; what of it is not held is brought first. */
export const useCopyLines = ({ book, want, isFilling }: LogReading): ((range: LogRange) => void) => {
  const send = useSend()
  const { newId } = useConsole()
  const [copying, setCopying] = useState<{ range: LogRange; tries: number } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when another range is to be copied, or lines came
  useEffect(() => {
    if (!copying || isFilling) return
    const { range, tries } = copying
    let isLeft = false
    const tell = (kind: 'success' | 'warning', words: string) => {
      setCopying(null)
      send({ type: 'ui/told', id: newId(), kind, words })
    }
    const copy = async () => {
      const text = await book.text(range)
      if (isLeft) return
      if (text === null && tries === MOST_TRIES) return tell('warning', 'Some of these lines could not be had.')
      if (text === null) {
        setCopying({ range, tries: tries + 1 })
        return want(range)
      }
      const isCopied = await copyText(plainLines(text))
      if (isCopied) tell('success', `${linesText(range.last - range.first + 1)} copied`)
      else tell('warning', 'This browser does not let the console copy.')
    }
    void copy()
    return () => {
      isLeft = true
    }
  }, [copying, isFilling])

  return (range) => {
    if (range.last - range.first < MOST_COPIED) return setCopying({ range, tries: 0 })
    const words = `At most ${linesText(MOST_COPIED)} can be copied. Download them instead.`
    send({ type: 'ui/told', id: newId(), kind: 'warning', words })
  }
}
