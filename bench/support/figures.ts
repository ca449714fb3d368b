export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints a figure with its upper limit and baseline, and whether the limit is met. */
export const printFigure = (what: string, value: number, unit: string, atMost: number, baseline: string): void => {
  const verdict = value <= atMost ? 'met   ' : 'MISSED'
  console.log(
    `  ${verdict}  ${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit} (bar ≤ ${atMost} ${unit}; ${baseline})`,
  )
}

/** Prints a figure with its lower limit and baseline, and whether the limit is met. */
export const printMinimum = (what: string, value: number, unit: string, atLeast: number, baseline: string): void => {
  const verdict = value >= atLeast ? 'met   ' : 'MISSED'
  console.log(
    `  ${verdict}  ${what}: ${value.toFixed(value < 10 ? 2 : 0)} ${unit} (bar ≥ ${atLeast} ${unit}; ${baseline})`.replaceAll(
      '  (',
      ' (',
    ),
  )
}
