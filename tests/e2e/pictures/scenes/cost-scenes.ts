import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { CostPart } from '../../../../src/contract/wire/money/cost.ts'
import { failing, press, waiting } from '../actions.ts'
import type { Scene, Step } from '../scene.ts'

const DAY_MS = 86_400_000
const COSTS = '**/api/organization/*/costs?*'
const HOURS = '**/api/organization/*/resource-hours?*'

const dayCount = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Costs that grow, fall at weekends and end today, in the period that the page reads. */
const wave = (days: number, daily: number, seed: number, until: number): number[] =>
  Array.from({ length: days }, (_, day) =>
    day > until ? 0 : Math.round(daily * (0.7 + 0.05 * day) * ((day + seed) % 7 > 4 ? 0.6 : 1)),
  )

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const projects = ['Shop', 'Handbook', 'Weather', 'Mail', 'Search', 'Archive', 'Demo', 'Lab']

const costsOf = (from: string, to: string, by: string): ResponseOf<'readCosts'> => {
  const days = dayCount(from, to)
  const until = Math.floor((Date.now() - Date.parse(from)) / DAY_MS)
  const parts = (by === 'project' ? projects : ['Shop', 'Weather']).map((name, place): CostPart => {
    const costs = wave(days, 4_000_000 / (place + 1) ** 1.3, place, until)
    const project = { _id: `00000000-0000-4000-8000-00000000000${place}` as never, name: place === 6 ? null : name }
    return {
      key: name,
      project: by === 'subject' ? null : project,
      instance: null,
      service: null,
      subject: by === 'subject' ? 'replica' : null,
      costs,
      totalMicros: sum(costs),
    }
  })
  return {
    from,
    to,
    step: 'day',
    starts: Array.from({ length: days }, (_, day) => new Date(Date.parse(from) + day * DAY_MS).toISOString()),
    parts,
    others: { count: 0, costs: Array.from({ length: days }, () => 0), totalMicros: 0 },
    totalMicros: sum(parts.map(({ totalMicros }) => totalMicros)),
    dailyMicros: 9_871_234,
  }
}

const withCosts: Step = (page) =>
  page.route(COSTS, (route) => {
    const query = new URL(route.request().url()).searchParams
    return route.fulfill({
      json: costsOf(query.get('from') ?? '', query.get('to') ?? '', query.get('by') ?? 'project'),
    })
  })

const withHours: Step = (page) =>
  page.route(HOURS, (route) => {
    const query = new URL(route.request().url()).searchParams
    const { from, to, step, starts } = costsOf(query.get('from') ?? '', query.get('to') ?? '', 'subject')
    const until = Math.floor((Date.now() - Date.parse(from)) / DAY_MS)
    const hours = (daily: number, seed: number) =>
      wave(starts.length, daily * 100, seed, until).map((value) => value / 100)
    const json: ResponseOf<'readResourceHours'> = {
      from,
      to,
      step,
      starts,
      cpu: hours(36, 0),
      memory: hours(120, 1),
      storage: hours(2400, 2),
      gpu: starts.map(() => 0),
      addresses: hours(24, 3),
    }
    return route.fulfill({ json })
  })

export const costScenes = (username: string): Scene[] => {
  const costs = `/${username}/billing/costs`
  const usage = `/${username}/billing/usage`
  return [
    { name: 'costs', path: costs, before: withCosts },
    { name: 'costs-table', path: costs, before: withCosts, act: press('Table') },
    { name: 'costs-empty', path: costs },
    { name: 'costs-loading', path: costs, act: waiting(COSTS) },
    { name: 'costs-failed', path: costs, act: failing(COSTS) },
    { name: 'billing-usage', path: usage, before: withHours },
    { name: 'billing-usage-empty', path: usage },
    { name: 'billing-usage-loading', path: usage, act: waiting(HOURS) },
    { name: 'billing-usage-failed', path: usage, act: failing(HOURS) },
  ]
}
