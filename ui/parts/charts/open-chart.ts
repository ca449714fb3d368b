import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { type ChartThreshold, colourOf, dashOf, type TimeChartData } from './chart-line.ts'
import { drawLimit, drawMark, drawSpan, drawThreshold } from './draw-lines.ts'

export interface ChartOptions {
  data: TimeChartData
  /** On the axis with the greatest of its values. */
  valueText: (value: number, scale?: number) => string
  /** True for sizes, which are divided by powers of two. */
  isBinary: boolean
  width: number
  height: number
  onZoom: (from: number, to: number) => void
}

export interface OpenChart {
  setData(data: TimeChartData): void
  setWidth(width: number): void
  close(): void
}

/** The crosshairs of all charts of a page follow one another. */
const SYNC = 'metrics'
const AXIS_WIDTH = 84
const MIN_ZOOM_PIXELS = 8
const binarySteps = Array.from({ length: 42 }, (_, power) => 2 ** power)
const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

const dayOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const minutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const seconds = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const DAY_SECONDS = 86_400

/** Draws a chart of lines over time. Colours are read when it opens, so a change of the theme opens it again. */
export function openChart(host: HTMLElement, options: ChartOptions): OpenChart {
  const { data: first, valueText, isBinary, width, height, onZoom } = options
  const style = getComputedStyle(host)
  const colour = (token: string) => style.getPropertyValue(token).trim()
  let { limit, marks, thresholds, spans } = first

  const axis = {
    stroke: colour('--text-muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
    font: `12px ${colour('--font-text')}`,
  }
  const text = (_chart: uPlot, value: number | null) => (value === null ? '–' : valueText(value))
  const chart = new uPlot(
    {
      width,
      height,
      cursor: {
        // A selection is made in one chart only, or each of them would zoom.
        sync: { key: SYNC, filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' } },
        drag: { x: true, y: false, setScale: false, dist: MIN_ZOOM_PIXELS },
        points: { size: 6 },
        focus: { prox: -1 },
      },
      legend: { live: true },
      scales: { y: { range: (_chart, _min, max) => [0, upperEnd(max, limit, thresholds)] } },
      axes: [
        {
          ...axis,
          values: (_chart, splits, _axis, _space, step) => splits.map((at, index) => timeText(at, step, index)),
        },
        {
          ...axis,
          size: AXIS_WIDTH,
          values: (_chart, splits) => splits.map((value) => valueText(value, Math.max(...splits))),
          ...(isBinary && { incrs: binarySteps }),
        },
      ],
      series: [
        { label: 'Time', value: (_chart, at) => (at === null ? '–' : clock.format(at * 1000)) },
        ...first.lines.map(({ label }, line) => ({
          label,
          stroke: colour(colourOf(line)),
          dash: dashOf(line),
          width: 1.5,
          spanGaps: false,
          paths: pathOf,
          points: { show: true, size: 5, filter: lonePoints },
          value: text,
        })),
      ],
      hooks: {
        drawClear: [
          (drawn) => {
            for (const span of spans)
              drawSpan(drawn, span, { fill: colour(`--${span.tone}-wash`), edge: colour(`--${span.tone}`) })
          },
        ],
        draw: [
          (drawn) => {
            for (const { at, tone } of marks) drawMark(drawn, at, colour(tone === 'bad' ? '--bad' : '--accent'))
            if (limit !== null) drawLimit(drawn, limit, colour('--text-faint'))
            for (const threshold of thresholds)
              drawThreshold(drawn, threshold, { stroke: colour(`--${threshold.tone}`), font: colour('--font-text') })
          },
        ],
        setSelect: [
          (selected) => {
            const { left, width: pixels } = selected.select
            if (pixels < MIN_ZOOM_PIXELS) return
            const [from, to] = [left, left + pixels].map((at) => Math.round(selected.posToVal(at, 'x')))
            selected.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            if (from !== undefined && to !== undefined && to > from) onZoom(from, to)
          },
        ],
      },
    },
    alignedData(first),
    host,
  )
  return {
    setData(data) {
      ;({ limit, marks, thresholds, spans } = data)
      chart.setData(alignedData(data))
    },
    setWidth: (next) => chart.setSize({ width: next, height }),
    close: () => chart.destroy(),
  }
}

/** The day stands below the first time, and below midnight. */
function timeText(at: number, step: number, index: number): string {
  const time = new Date(at * 1000)
  if (step >= DAY_SECONDS) return dayOnly.format(time)
  const text = (step < 60 ? seconds : minutes).format(time)
  const isMidnight = time.getHours() + time.getMinutes() + time.getSeconds() === 0
  return index === 0 || isMidnight ? `${text}\n${dayOnly.format(time)}` : text
}

function alignedData({ startDate, pointTimeSpan, lines }: TimeChartData): uPlot.AlignedData {
  const points = lines[0]?.values.length ?? 0
  const times = Array.from({ length: points }, (_, point) => startDate + point * pointTimeSpan)
  return [times, ...lines.map(({ values }) => values as (number | null)[])]
}

const linear = uPlot.paths.linear?.()

/** Lines of zeros after the first would cover it: a chart of requests without errors would end in the colour of errors. */
const pathOf: uPlot.Series.PathBuilder = (chart, line, from, to) =>
  (line > 1 && !chart.data[line]?.some(Boolean)) || !linear ? null : linear(chart, line, from, to)

/** A value between two gaps is no line: it is drawn as a point. */
const lonePoints: uPlot.Series.Points.Filter = ({ data }, line) => {
  const values = data[line] ?? []
  const lone: number[] = []
  for (let at = 0; at < values.length; at += 1)
    if (isValue(values[at]) && !isValue(values[at - 1]) && !isValue(values[at + 1])) lone.push(at)
  return lone
}

const isValue = (value: number | null | undefined): value is number => value !== null && value !== undefined

/** Limits and thresholds are shown where the values come near them; far above them they would flatten the values. */
function upperEnd(max: number | null, limit: number | null, thresholds: readonly ChartThreshold[]): number {
  const highest = max === null || max <= 0 ? 1 : max * 1.1
  const near = [limit ?? 0, ...thresholds.map(({ value }) => value)].filter((value) => value <= highest * 2)
  return Math.max(highest, ...near.map((value) => value * 1.05))
}
