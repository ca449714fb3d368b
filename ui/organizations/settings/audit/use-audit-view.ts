import { useMemo } from 'react'
import type { InputOf } from '../../../../src/contract/contract.ts'
import { auditActions } from '../../../../src/contract/wire/audit.ts'
import type { UserId } from '../../../../src/contract/wire/common.ts'
import { useUrlQuery } from '../../../hooks/use-url-query.ts'

type Filter = Omit<InputOf<'exportAudit'>, 'id'>

const DAY_MS = 86_400_000
const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Returns the start of a day in the user's time zone, `after` days later. */
const instantOf = (day: string, after = 0): string | undefined => {
  if (!isDay.test(day)) return undefined
  const begun = new Date(`${day}T00:00:00`)
  if (Number.isNaN(begun.getTime())) return undefined
  // Days with a clock change do not have 24 hours.
  const noon = begun.getTime() + DAY_MS / 2 + after * DAY_MS
  return new Date(new Date(noon).setHours(0, 0, 0, 0)).toISOString()
}

/** Reads and writes the audit filter in the address. */
export const useAuditView = () => {
  const { query, choose } = useUrlQuery()
  const [action, actor, find, from, to] = ['action', 'actor', 'find', 'from', 'to'].map((key) => query.get(key) ?? '')
  const known = auditActions.find((one) => one === action)
  const filter = useMemo<Filter>(() => {
    const begins = instantOf(from ?? '')
    const ends = instantOf(to ?? '', 1)
    return {
      ...(known && { action: known }),
      // The server rejects invalid ids.
      ...(actor && { actor: actor as UserId }),
      ...(find && { find }),
      ...(begins && { from: begins }),
      ...(ends && { to: ends }),
    }
  }, [known, actor, find, from, to])
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    filters: { action: known ?? '', actor: actor ?? '', find: find ?? '', from: from ?? '', to: to ?? '' },
    change: (change: Partial<Record<'action' | 'actor' | 'find' | 'from' | 'to', string>>) =>
      choose({ ...change, page: '' }),
    clear: () => choose({ action: '', actor: '', find: '', from: '', to: '', page: '' }),
  }
}

export type AuditView = ReturnType<typeof useAuditView>
