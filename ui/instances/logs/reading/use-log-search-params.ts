import { useMemo } from 'react'
import { type LogStream, logStreams } from '../../../../src/contract/wire/log.ts'
import type { LogQuery } from '../../../../src/logs/store/log-store-message.ts'
import { useUrlQuery } from '../../../hooks/use-url-query.ts'

/** A position in a log, kept in the address. */
export interface LogSearchParams {
  find: string
  isRegex: boolean
  matchCase: boolean
  stream: LogStream | null
  /** Only matching lines are shown. */
  isFiltered: boolean
  line: number | null
}

const fields = {
  find: 'q',
  isRegex: 're',
  matchCase: 'case',
  stream: 'stream',
  isFiltered: 'only',
  line: 'line',
} as const

/** How the lines of a panel are named in addresses. */
export interface LineNames {
  /** Returns `12`, or `web.2:12` for a log other than the first. */
  write(line: number): string
  read(text: string): number | null
}

const writtenParams = (change: Partial<LogSearchParams>, lines: LineNames | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const isOmitted = value === null || value === false
      // The names are keys of `LogSearchParams`, which `entries` loses.
      return [fields[name as keyof LogSearchParams], isOmitted ? '' : textOf(value, lines)]
    }),
  )

const textOf = (value: string | number | boolean, lines: LineNames | null): string => {
  if (value === true) return '1'
  return typeof value === 'number' && lines ? lines.write(value) : String(value)
}

const noSearch = writtenParams({ find: '', isRegex: false, matchCase: false, stream: null, isFiltered: false }, null)

/** `readable`: JSON lines are shown as text, and are searched as shown. */
export const useLogSearchParams = (readable: boolean, lines: LineNames) => {
  const written = (change: Partial<LogSearchParams>) => writtenParams(change, lines)
  const { query: address, choose, go, to } = useUrlQuery()
  const find = address.get(fields.find) ?? ''
  const isRegex = address.get(fields.isRegex) === '1'
  const matchCase = address.get(fields.matchCase) === '1'
  const stream = logStreams.find((known) => known === address.get(fields.stream)) ?? null
  const query = useMemo<LogQuery | null>(
    () =>
      find === '' && stream === null
        ? null
        : { find, as: isRegex ? 'regex' : 'text', matchCase, readable, ...(stream && { stream }) },
    [find, isRegex, matchCase, stream, readable],
  )
  const searchParams: LogSearchParams = {
    find,
    isRegex,
    matchCase,
    stream,
    isFiltered: address.get(fields.isFiltered) === '1',
    line: lines.read(address.get(fields.line) ?? ''),
  }
  return {
    searchParams,
    /** The query, or null. */
    query,
    change: (change: Partial<LogSearchParams>) => choose(written(change)),
    endSearch: () => choose(noSearch),
    /** Going back returns to the previous place. */
    goToLine: (sequence: number) => go(written({ line: sequence })),
    /** Returns the absolute address of a line, which newer deployments do not change. */
    linkTo: (sequence: number, deployment: string) =>
      `${location.origin}${location.pathname}${to({ ...written({ line: sequence }), deployment })}`,
  }
}
