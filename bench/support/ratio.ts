import { median } from './figures.ts'

/** A candidate; `run` performs one round and returns the number of completed units of work. */
export interface Contender {
  name: string
  run(): number | Promise<number>
}

export interface Row {
  what: string
  ours: string
  baseline: string
  ratio: number
  /** The limit of the ratio. */
  bar: { atLeast: number } | { atMost: number }
}

/** Measures units per second in alternating rounds, so that a slow phase of the machine affects both. */
export const compare = async (ours: Contender, baseline: Contender, rounds = 15) => {
  const rate = async ({ run }: Contender): Promise<number> => {
    const startedAt = performance.now()
    const units = await run()
    return (units / (performance.now() - startedAt)) * 1000
  }
  const oursRates: number[] = []
  const baselineRates: number[] = []
  for (let round = -3; round < rounds; round += 1) {
    const [a, b] =
      round % 2 === 0 ? [await rate(ours), await rate(baseline)] : [await rate(baseline), await rate(ours)].reverse()
    if (round < 0 || a === undefined || b === undefined) continue
    oursRates.push(a)
    baselineRates.push(b)
  }
  const ratios = oursRates.map((rate, round) => rate / (baselineRates[round] ?? Number.NaN))
  return { ours: median(oursRates), baseline: median(baselineRates), ratio: median(ratios) }
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en-GB')}/s`

const isMet = ({ ratio, bar }: Row): boolean => ('atLeast' in bar ? ratio >= bar.atLeast : ratio <= bar.atMost)

/** Prints a table of results, and whether each limit is met. */
export const print = (title: string, rows: readonly Row[]): void => {
  console.log(`\n${title}`)
  for (const row of rows) {
    const bar = 'atLeast' in row.bar ? `≥ ${row.bar.atLeast}` : `≤ ${row.bar.atMost}`
    console.log(
      `  ${isMet(row) ? 'met   ' : 'MISSED'}  ${row.what}: ${row.ours} against ${row.baseline}, ratio ${row.ratio.toFixed(3)} (bar ${bar})`,
    )
  }
}
