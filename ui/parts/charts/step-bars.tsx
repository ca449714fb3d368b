import { useState } from 'react'
import { colourOf } from './chart-line.ts'
import css from './step-bars.module.css'

export interface BarSeries {
  label: string
  /** For each step. */
  values: readonly number[]
  /** The place of its colour; muted without one. */
  colour?: number
}

type StepBarsProps = {
  /** What the chart shows, in words, for those who cannot see it. */
  label: string
  steps: readonly { start: string; label: string }[]
  series: readonly BarSeries[]
  /** With the highest of the bars. */
  valueText: (value: number, scale: number) => string
}

const LABELS = 4

/** Returns the next number that is easy to read and to halve. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8].find((factor) => factor * power >= value) ?? 10) * power
}

const sumAt = (series: readonly BarSeries[], place: number): number =>
  series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)

const colourOfSeries = ({ colour }: Pick<BarSeries, 'colour'>): string =>
  colour === undefined ? 'var(--line-control)' : `var(${colourOf(colour)})`

/** The colour of a series beside its name. */
export const Swatch = (series: Pick<BarSeries, 'colour'>) => (
  <i className={css.swatch} style={{ background: colourOfSeries(series) }} />
)

/** Stacked bars, one for each step of time. The one below the pointer is read out above them. */
export const StepBars = ({ label, steps, series, valueText }: StepBarsProps) => {
  const [active, setActive] = useState<number | null>(null)
  const highest = Math.max(...steps.map((_, place) => sumAt(series, place)), 0)
  const top = highest > 0 ? roundUp(highest) : 0
  const labelled = new Set(
    Array.from({ length: LABELS }, (_, place) => Math.round((place * (steps.length - 1)) / (LABELS - 1))),
  )
  return (
    <div className={css.chart} role="img" aria-label={label}>
      <div className={css.readout} aria-hidden>
        <Readout place={active} steps={steps} series={series} valueText={(value) => valueText(value, highest)} />
      </div>
      <div className={css.plot} onPointerLeave={() => setActive(null)} aria-hidden>
        {top > 0 &&
          [1, 0.5].map((part) => (
            <span key={part} className={css.grid} style={{ insetBlockStart: `${(1 - part) * 100}%` }}>
              {valueText(top * part, highest)}
            </span>
          ))}
        {steps.map(({ start }, place) => (
          <div
            key={start}
            className={css.column}
            data-active={active === place || undefined}
            onPointerEnter={() => setActive(place)}
          >
            {series.map((one, at) => {
              const value = one.values[place] ?? 0
              return value > 0 ? (
                <div
                  // biome-ignore lint/suspicious/noArrayIndexKey: series have no other identity, and keep their order
                  key={at}
                  className={css.bar}
                  style={{ blockSize: `${(value / top) * 100}%`, background: colourOfSeries(one) }}
                />
              ) : null
            })}
          </div>
        ))}
      </div>
      <div className={css.axis} aria-hidden>
        {steps.map(({ start, label: text }, place) => labelled.has(place) && <span key={start}>{text}</span>)}
      </div>
    </div>
  )
}

type ReadoutProps = Pick<StepBarsProps, 'steps' | 'series'> & {
  place: number | null
  valueText: (value: number) => string
}

const Readout = ({ place, steps, series, valueText }: ReadoutProps) => {
  const step = place === null ? undefined : steps[place]
  if (place === null || !step) return <span>Point at a bar to read it.</span>
  const parts = series.filter(({ values }) => (values[place] ?? 0) > 0)
  return (
    <>
      <span>
        {step.label} <b>{valueText(sumAt(series, place))}</b>
      </span>
      {series.length > 1 &&
        parts.map((one) => (
          <span key={one.label}>
            <Swatch {...one} />
            {one.label} <b>{valueText(one.values[place] ?? 0)}</b>
          </span>
        ))}
    </>
  )
}
