import { within } from '../configuration/codec.ts'
import { parseDuration } from '../units/durations.ts'
import type { LocatedValue } from '../yaml/located-value.ts'
import { entryOf, type FieldReader, isTrue, noteUnread, problem, textOf } from './compose-reading.ts'

const defaults = { periodMs: 30_000, timeoutMs: 30_000, retries: 3, startPeriodMs: 0 }
const durations = { interval: 'periodMs', timeout: 'timeoutMs', start_period: 'startPeriodMs' } as const
const shell = (line: string) => ['/bin/sh', '-c', line]

/** Compose checks with a command; its times have the defaults of Docker. */
export const readHealthCheck: FieldReader = (value, place, reading) => {
  const test = entryOf(value, 'test')
  if (isTrue(entryOf(value, 'disable')) || !test) return {}
  const command = commandOf(test)
  if (command === null) return {}
  noteUnread(value, ['test', 'retries', 'disable', ...Object.keys(durations)], place, reading)
  const check: Record<string, unknown> = { kind: 'command', command, ...defaults }
  for (const [name, to] of Object.entries(durations)) {
    const given = entryOf(value, name)
    const ms = given && parseDuration(textOf(given) ?? '')
    if (given && typeof ms !== 'number')
      problem(reading, within(place, given.at, name, to), 'Write a time with its unit, such as 30s.')
    else if (given) check[to] = ms
  }
  const retries = textOf(entryOf(value, 'retries'))
  if (retries !== undefined) check.retries = Number(retries)
  return { healthCheck: check }
}

const commandOf = (test: LocatedValue): string[] | null => {
  if (test.kind !== 'list') return shell(textOf(test) ?? '')
  const [kind, ...words] = test.items.map((item) => textOf(item) ?? '')
  if (kind === 'NONE') return null
  return kind === 'CMD-SHELL' ? shell(words.join(' ')) : words
}
