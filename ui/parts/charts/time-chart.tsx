import { useEffect, useRef } from 'react'
import { CHART_HEIGHT, type TimeChartData } from './chart-line.ts'
import { openChartNearView, type ShownChart } from './open-chart-near-view.ts'
import css from './time-chart.module.css'

type TimeChartProps = {
  /** What the chart shows, in words, for those who cannot see it. */
  label: string
  data: TimeChartData
  /** On the axis with the greatest of its values. */
  valueText: (value: number, scale?: number) => string
  isBinary: boolean
  theme: 'light' | 'dark'
  /** Called with the times between which the user dragged, in seconds. */
  onZoom: (from: number, to: number) => void
}

const HEIGHT = 200

/** Lines over time with a crosshair that the other charts of the page share. */
export const TimeChart = (props: TimeChartProps) => {
  const { label, data, theme, isBinary } = props
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<ShownChart>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const lines = data.lines.map((line) => line.label).join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: another set of lines, or other colours, are another chart
  useEffect(() => {
    const element = host.current
    if (!element) return
    const opened = openChartNearView(element, {
      data: latest.current.data,
      valueText: (value, scale) => latest.current.valueText(value, scale),
      isBinary,
      height: HEIGHT,
      onZoom: (from, to) => latest.current.onZoom(from, to),
    })
    chart.current = opened
    return () => {
      chart.current = null
      opened.close()
    }
  }, [lines, theme, isBinary])

  useEffect(() => chart.current?.setData(data), [data])
  return <div ref={host} className={css.chart} style={{ minHeight: CHART_HEIGHT }} role="img" aria-label={label} />
}
