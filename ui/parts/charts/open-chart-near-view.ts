import type { TimeChartData } from './chart-line.ts'
import { type ChartOptions, type OpenChart, openChart } from './open-chart.ts'

/** How far above or below the visible part a chart is drawn already. */
const NEAR = '200px'

export type ShownChart = Pick<OpenChart, 'setData' | 'close'>

/** Opens a chart once its host is near the visible part of the page, and draws new data only while it is. */
export function openChartNearView(host: HTMLElement, options: Omit<ChartOptions, 'width'>): ShownChart {
  let { data } = options
  let chart: OpenChart | undefined
  let isNear = false
  let isDrawn = false

  function draw(): void {
    if (!isNear || isDrawn) return
    isDrawn = true
    if (chart) chart.setData(data)
    else chart = openChart(host, { ...options, data, width: host.clientWidth })
  }

  const near = new IntersectionObserver(
    (entries) => {
      isNear = entries.at(-1)?.isIntersecting ?? false
      draw()
    },
    { rootMargin: NEAR },
  )
  const resize = new ResizeObserver(() => chart?.setWidth(host.clientWidth))
  near.observe(host)
  resize.observe(host)
  return {
    setData(next: TimeChartData) {
      if (next === data) return
      data = next
      isDrawn = false
      draw()
    },
    close() {
      near.disconnect()
      resize.disconnect()
      chart?.close()
    },
  }
}
