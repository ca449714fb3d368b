import type { CostPart } from '../contract/wire/money/cost.ts'

const subjects = {
  replica: 'Running instances',
  run: 'Jobs and commands',
  volume: 'Volumes',
  snapshot: 'Snapshots',
  address: 'Addresses',
} as const satisfies Record<NonNullable<CostPart['subject']>, string>

const DELETED = { project: 'Deleted project', instance: 'Deleted instance' } as const

/** Returns what a part of a report is called, with the project to which it belongs where it is smaller than one. */
export const partName = ({ project, instance, service, subject }: CostPart): { name: string; of: string } => {
  const ofProject = project ? (project.name ?? DELETED.project) : ''
  if (instance) {
    const name = instance.name ?? DELETED.instance
    return { name: service ? `${name} · ${service}` : name, of: ofProject }
  }
  if (subject) return { name: subjects[subject], of: ofProject }
  return { name: ofProject, of: '' }
}

/** The parts that a chart tells apart, and the rest. */
export interface ChartedCosts {
  shown: readonly CostPart[]
  /** Of all other parts, for each step. */
  rest: readonly number[]
}

/** Returns the most expensive parts, which have colours of their own, and the sum of the rest. */
export const chartedCosts = (parts: readonly CostPart[], others: readonly number[], most: number): ChartedCosts => ({
  shown: parts.slice(0, most),
  rest: others.map((micros, place) => parts.slice(most).reduce((sum, { costs }) => sum + (costs[place] ?? 0), micros)),
})
