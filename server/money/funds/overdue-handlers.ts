import { inArray } from 'drizzle-orm'
import type { fundsCalls } from '../../../src/contract/calls/money/funds-calls.ts'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { Overdue } from '../../../src/contract/wire/money/overdue.ts'
import type { FundsState } from '../../../src/rules/funds/funds-state.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import { projects } from '../../store/schema.ts'
import { exactNumber } from '../ledger.ts'
import type { Billing } from '../metering/billing-settings.ts'
import { type OrganizationFunds, readFunds } from './read-funds.ts'

interface Options {
  db: Db
  billing: Billing
  now: () => Date
}

const notCharged: Overdue = {
  overdue: false,
  message: '',
  overdueReasons: [],
  overdueResponse: { environments: [] },
  funds: { phase: 'funded', endsAt: null, stopsAt: null, dataUntil: null },
}

const messages: Record<FundsState['phase'], string> = {
  funded: 'The balance is used up. What everything costs is owed.',
  low: 'The balance is used up. What everything costs is owed.',
  grace: 'The balance is used up. Everything is stopped soon.',
  stopped: 'The balance is used up, and everything is stopped.',
  removed: 'The balance is used up, everything is stopped, and volumes were deleted.',
}

export const overdueHandlers = ({ db, billing, now }: Options): Handlers<keyof typeof fundsCalls> => ({
  async readOverdue({ scope }) {
    const { organizationId, permissions } = scopeOf(scope)
    if (billing === 'off') return notCharged
    const funds = (await readFunds(db, [organizationId], now())).get(organizationId)
    if (!funds) throw new ApiError('organizationNotFound')
    return overdueWire(funds, await namesOf(db, funds), permissions.includes('billing.read'))
  },
})

const overdueWire = (
  { state, owedMicros, availableMicros, endsAtMs, rates, keepsData }: OrganizationFunds,
  names: ReadonlyMap<string, string>,
  mayReadAmounts: boolean,
): Overdue => {
  const isOwing = owedMicros > 0n
  const amount = <N extends string>(name: N, micros: bigint) =>
    (mayReadAmounts ? { [name]: exactNumber(micros) } : {}) as { [K in N]?: number }
  const costly = isOwing ? rates.filter(({ dailyMicros }) => dailyMicros > 0n) : []
  const total = rates.reduce((sum, { dailyMicros }) => sum + dailyMicros, 0n)
  return {
    overdue: isOwing,
    message: isOwing ? messages[state.phase] : '',
    overdueReasons: isOwing ? ['funds'] : [],
    overdueResponse: {
      ...(isOwing && amount('exceededFunds', owedMicros)),
      environments: costly.map(({ projectId, dailyMicros }) => ({
        _id: projectId as ProjectId,
        name: names.get(projectId) ?? '',
        ...amount('amount', dailyMicros),
      })),
    },
    funds: {
      phase: state.phase,
      endsAt: isOwing ? null : timeOf(endsAtMs),
      stopsAt: state.phase === 'grace' ? timeOf(state.untilMs) : null,
      dataUntil: state.phase === 'stopped' && keepsData ? timeOf(state.removalMs) : null,
      ...amount('balanceMicros', availableMicros),
      ...amount('dailyMicros', total),
    },
  }
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const namesOf = async (db: Db, { owedMicros, rates }: OrganizationFunds): Promise<Map<string, string>> => {
  if (owedMicros <= 0n || rates.length === 0) return new Map()
  const ids = rates.map(({ projectId }) => projectId as ProjectId)
  const rows = await db.select({ id: projects.id, name: projects.name }).from(projects).where(inArray(projects.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
