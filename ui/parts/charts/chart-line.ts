export interface ChartLine {
  label: string
  values: readonly (number | null)[]
}

/** Something that happened at one time, in seconds since 1970. */
export interface ChartMark {
  at: number
  tone: 'accent' | 'bad'
}

/** A value that a rule compares, with the name of the rule. */
export interface ChartThreshold {
  value: number
  label: string
  tone: 'bad' | 'warn' | 'info'
}

/** A time in which something was wrong; `to` is null while it is. */
export interface ChartSpan {
  from: number
  to: number | null
  tone: 'bad' | 'warn' | 'info'
}

export interface TimeChartData {
  /** Seconds since 1970, and from one point to the next. */
  startDate: number
  pointTimeSpan: number
  lines: readonly ChartLine[]
  limit: number | null
  marks: readonly ChartMark[]
  thresholds: readonly ChartThreshold[]
  spans: readonly ChartSpan[]
}

/** With one line of the legend, so that the page does not jump when the chart is drawn. */
export const CHART_HEIGHT = 232

/** The colours of the lines, in order; beyond them the lines are dashed as well. */
const colours = ['--accent', '--warn', '--info', '--bad', '--good', '--ansi-5', '--text-muted'] as const
const dashes: readonly (readonly number[])[] = [[], [6, 4], [2, 3]]

export const colourOf = (line: number): string => colours[line % colours.length] ?? '--accent'
export const dashOf = (line: number): number[] => [...(dashes[Math.floor(line / colours.length) % dashes.length] ?? [])]
