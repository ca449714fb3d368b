import { type RefObject, useCallback, useState } from 'react'
import type { LogBuffer } from '../../../../src/logs/log-buffer.ts'
import type { LogRange } from '../../../../src/logs/store/log-store-message.ts'
import type { LogController } from '../../../parts/logs/log-controller.ts'

/** The lines that the user selected. */
export const useChosenLines = (view: RefObject<LogController | null>, buffer: LogBuffer) => {
  const [chosen, setChosen] = useState<LogRange | null>(null)
  const choose = (range: LogRange | null) => {
    view.current?.choose(range)
    setChosen(range)
  }
  return {
    chosen,
    choose,
    chooseAll: () => {
      const { oldest, head } = buffer.extent()
      if (head >= oldest) choose({ first: oldest, last: head })
    },
    /** Called by the view when the selection changes. */
    mark: useCallback((first: number, last: number) => setChosen({ first, last }), []),
  }
}
