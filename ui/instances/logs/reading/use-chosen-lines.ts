import { type RefObject, useCallback, useState } from 'react'
import type { ViewedLog } from '../../../../src/logs/merge/merged-log.ts'
import type { LogRange } from '../../../../src/logs/store/log-store-message.ts'
import type { LogController } from '../../../parts/logs/log-controller.ts'

/** The lines that the user selected. */
export const useChosenLines = (view: RefObject<LogController | null>, { rows }: ViewedLog) => {
  const [chosen, setChosen] = useState<LogRange | null>(null)
  const choose = (range: LogRange | null) => {
    view.current?.choose(range)
    setChosen(range)
  }
  return {
    chosen,
    choose,
    chooseAll: () => {
      const [first, last] = [rows.sequenceAt(0), rows.sequenceAt(rows.count - 1)]
      if (first !== undefined && last !== undefined) choose({ first, last })
    },
    /** Called by the view when the selection changes. */
    mark: useCallback((first: number, last: number) => setChosen({ first, last }), []),
  }
}
