import { Histogram } from 'prom-client'
import type { measureCalls } from '../../src/contract/calls/measure-calls.ts'
import type { Handlers } from './handler.ts'
import type { Metrics } from './metrics.ts'

/** Records the Web Vitals that the console reports. */
export const pageMeasureHandlers = (registry: Metrics): Handlers<keyof typeof measureCalls> => {
  const seconds = new Histogram({
    name: 'longshore_page_seconds',
    help: 'First and largest paint of console pages, and the longest delay after a click or key press, in seconds.',
    labelNames: ['measure'],
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 1.8, 2.5, 4, 8, 16],
    registers: [registry],
  })
  const shift = new Histogram({
    name: 'longshore_page_layout_shift',
    help: 'Largest burst of unexpected layout shifts on a console page.',
    buckets: [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1],
    registers: [registry],
  })
  return {
    reportPage: async ({ input: { firstPaintMs, largestPaintMs, interactionMs, layoutShift } }) => {
      const times = { first_paint: firstPaintMs, largest_paint: largestPaintMs, interaction: interactionMs }
      for (const [measure, ms] of Object.entries(times)) if (ms !== undefined) seconds.observe({ measure }, ms / 1000)
      if (layoutShift !== undefined) shift.observe(layoutShift)
      return { message: 'The measurements were recorded.' }
    },
  }
}
