import type { CostReport, ResourceHours } from '../contract/wire/money/cost.ts'
import { csvLine } from '../rules/units/csv.ts'
import { partName } from './part-name.ts'

/** Returns a report as a table in micro-dollars: one row for each step, one column for each part. */
export const costCsv = ({ starts, parts, others }: CostReport): string => {
  const names = parts.map((part) => {
    const { name, of } = partName(part)
    return of ? `${of}: ${name}` : name
  })
  const hasOthers = others.count > 0
  const head = ['from', ...names, ...(hasOthers ? ['Others'] : [])]
  const rows = starts.map((start, place) => [
    start,
    ...parts.map(({ costs }) => String(costs[place] ?? 0)),
    ...(hasOthers ? [String(others.costs[place] ?? 0)] : []),
  ])
  return [head, ...rows].map(csvLine).join('')
}

export const resourceCsv = ({ starts, cpu, memory, storage, gpu, addresses }: ResourceHours): string =>
  [
    ['from', 'vCPU hours', 'GiB hours of memory', 'GiB hours of storage', 'GPU hours', 'address hours'],
    ...starts.map((start, place) => [
      start,
      ...[cpu, memory, storage, gpu, addresses].map((values) => String(values[place] ?? 0)),
    ]),
  ]
    .map(csvLine)
    .join('')
