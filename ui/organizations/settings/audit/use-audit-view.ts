import { useMemo } from 'react'
import type { InputOf } from '../../../../src/contract/contract.ts'
import { auditActions } from '../../../../src/contract/wire/audit.ts'
import type { UserId } from '../../../../src/contract/wire/common.ts'
import { useUrlQuery } from '../../../hooks/use-url-query.ts'

type Filter = Omit<InputOf<'exportAudit'>, 'id'>

const DAY_MS = 86_400_000
const isDay = /^\d{4}-\d{2}-\d{2}$/

/** A day in the person's own time zone as the instant that it begins; `after` days later. */
const instantOf = (day: string, after = 0): string | undefined => {
  if (!isDay.test(day)) return undefined
  const begun = new Date(`${day}T00:00:00`)
  if (Number.isNaN(begun.getTime())) return undefined
  // A day of a change of clocks is not 24 hours long.
  const noon = begun.getTime() + DAY_MS / 2 + after * DAY_MS
  return new Date(new Date(noon).setHours(0, 0, 0, 0)).toISOString()
}

/** What of the log is looked at: all of it stands in the address. */
export const useAuditView = () => {
  const { query, choose } = useUrlQuery()
  const [action, actor, find, from, to] = ['action', 'actor', 'find', 'from', 'to'].map((key) => query.get(key) ?? '')
  const known = auditActions.find((one) => one === action)
  const filter = useMemo<Filter>(() => {
    const begins = instantOf(from ?? '')
    const ends = instantOf(to ?? '', 1)
    return {
      ...(known && { action: known }),
      // The server refuses what is no id.
      ...(actor && { actor: actor as UserId }),
      ...(find && { find }),
      ...(begins && { from: begins }),
      ...(ends && { to: ends }),
    }
  }, [known, actor, find, from, to])
  return {
    filter,
    filters: { action: known ?? '', actor: actor ?? '', find: find ?? '', from: from ?? '', to: to ?? '' },
    change: (change: Partial<Record<'action' | 'actor' | 'find' | 'from' | 'to', string>>) =>
      choose({ ...change, page: '' }),
    clear: () => choose({ action: '', actor: '', find: '', from: '', to: '', page: '' }),
  }
}

export type AuditView = ReturnType<typeof useAuditView>
