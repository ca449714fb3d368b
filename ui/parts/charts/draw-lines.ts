import type uPlot from 'uplot'
import type { ChartSpan, ChartThreshold } from './chart-line.ts'

const LABEL_LENGTH = 32
const SPAN_EDGE = 3

/** A triangle and a line at one time. */
export function drawMark({ ctx, bbox, valToPos }: uPlot, at: number, stroke: string): void {
  const x = Math.round(valToPos(at, 'x', true))
  if (x < bbox.left || x > bbox.left + bbox.width) return
  const size = 4 * devicePixelRatio
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.fillStyle = stroke
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio])
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.beginPath()
  ctx.moveTo(x - size, bbox.top)
  ctx.lineTo(x + size, bbox.top)
  ctx.lineTo(x, bbox.top + size * 1.5)
  ctx.fill()
  ctx.restore()
}

export function drawLimit(chart: uPlot, limit: number, stroke: string): void {
  drawLevel(chart, limit, { stroke, dash: [8, 4] })
}

/** A line with the name of its rule, so that the colour is not all that tells it apart. */
export function drawThreshold(
  chart: uPlot,
  { value, label }: ChartThreshold,
  { stroke, font }: { stroke: string; font: string },
): void {
  const y = drawLevel(chart, value, { stroke, dash: [2, 2] })
  if (y === null) return
  const { ctx, bbox } = chart
  const gap = 3 * devicePixelRatio
  const isBelow = y - bbox.top < 16 * devicePixelRatio
  ctx.save()
  ctx.fillStyle = stroke
  ctx.font = `${11 * devicePixelRatio}px ${font}`
  ctx.textAlign = 'left'
  ctx.textBaseline = isBelow ? 'top' : 'bottom'
  const text = label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1)}…` : label
  ctx.fillText(text, bbox.left + gap, isBelow ? y + gap : y - gap)
  ctx.restore()
}

/** Shades a time, with an edge along the time axis. */
export function drawSpan(
  { ctx, bbox, valToPos }: uPlot,
  { from, to }: ChartSpan,
  { fill, edge }: { fill: string; edge: string },
): void {
  const end = bbox.left + bbox.width
  const left = Math.max(bbox.left, Math.round(valToPos(from, 'x', true)))
  const right = to === null ? end : Math.min(end, Math.round(valToPos(to, 'x', true)))
  if (left > end || right < bbox.left) return
  const width = Math.max(right - left, 2 * devicePixelRatio)
  const height = SPAN_EDGE * devicePixelRatio
  ctx.save()
  ctx.fillStyle = fill
  ctx.fillRect(left, bbox.top, width, bbox.height)
  ctx.fillStyle = edge
  ctx.fillRect(left, bbox.top + bbox.height - height, width, height)
  ctx.restore()
}

function drawLevel(
  { ctx, bbox, valToPos }: uPlot,
  value: number,
  { stroke, dash }: { stroke: string; dash: readonly number[] },
): number | null {
  const y = Math.round(valToPos(value, 'y', true))
  if (y < bbox.top || y > bbox.top + bbox.height) return null
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio))
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.restore()
  return y
}
