import type { CostReport } from '../../../src/contract/wire/money/cost.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

const dayText = (at: number): string => day.format(at).replace(' ', '\u00a0')

/** Returns the steps of a report with their labels: "28 Nov", or "28 Nov 14:00" for an hour. */
export const stepsOf = ({ starts, step }: Pick<CostReport, 'starts' | 'step'>) =>
  starts.map((start) => {
    const at = Date.parse(start)
    return { start, label: step === 'hour' ? `${dayText(at)}\u00a0${hour.format(at)}` : dayText(at) }
  })
