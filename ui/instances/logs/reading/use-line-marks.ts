import { useMemo } from 'react'
import { slotOf } from '../../../../src/logs/merge/line-key.ts'
import type { LineMarks } from '../../../parts/logs/painter/log-row.ts'
import type { PanelLog } from './panel-log.ts'

/** Returns the marks that name the log of each line. */
export const useLineMarks = (logs: readonly PanelLog[]): LineMarks => {
  const key = JSON.stringify(logs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one with each render
  return useMemo(() => {
    const bySlot = new Map(logs.map((log) => [log.slot, log]))
    return { of: (line) => bySlot.get(slotOf(line)), length: Math.max(0, ...logs.map(({ label }) => label.length)) }
  }, [key])
}
