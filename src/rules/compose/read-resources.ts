import { type Place, within } from '../configuration/codec.ts'
import { parseDuration } from '../units/durations.ts'
import { parseCpu } from '../units/quantities.ts'
import type { LocatedMap, LocatedValue } from '../yaml/located-value.ts'
import { type ComposeReading, entryOf, type FieldReader, note, noteUnread, problem, textOf } from './compose-reading.ts'

/** For a service without limits. */
const DEFAULT_SIZE = { cpuMilli: 500, memoryBytes: 536_870_912, storageBytes: 1_073_741_824 } as const
const SIZE = /^(\d{1,15}(?:\.\d{1,6})?)\s*([kmgt]?)i?b?$/i
const powers = ['', 'k', 'm', 'g', 't']

/** Compose counts in powers of 1024: `512m` is 512 MiB. */
export const parseComposeBytes = (text: string): number | null => {
  const [, figure, unit = ''] = SIZE.exec(text) ?? []
  return figure === undefined ? null : Math.round(Number(figure) * 1024 ** powers.indexOf(unit.toLowerCase()))
}

export const bytesReader =
  (to: string): FieldReader =>
  (value, place, reading) => {
    const bytes = parseComposeBytes(textOf(value) ?? '')
    if (bytes === null) problem(reading, place, 'Write a size, such as 512m.')
    return bytes === null ? {} : { [to]: bytes }
  }

export const readCpus: FieldReader = (value, place, reading) => {
  const cpuMilli = parseCpu(textOf(value) ?? '')
  if (cpuMilli === null) problem(reading, place, 'Write cores, such as 0.5.')
  return cpuMilli === null ? {} : { cpuMilli }
}

export const readGrace: FieldReader = (value, place, reading) => {
  const stopGraceMs = parseDuration(textOf(value) ?? '')
  if (stopGraceMs === null) problem(reading, place, 'Write a time with its unit, such as 30s.')
  return stopGraceMs === null ? {} : { stopGraceMs }
}

const policies: Readonly<Record<string, string>> = {
  no: 'never',
  false: 'never',
  none: 'never',
  always: 'always',
  any: 'always',
  'unless-stopped': 'always',
  'on-failure': 'on-failure',
}

export const readRestart: FieldReader = (value, place, reading) => {
  const [name = '', attempts] = (textOf(value) ?? '').split(':')
  const restartPolicy = Object.hasOwn(policies, name) ? policies[name] : undefined
  if (attempts !== undefined) note(reading, place, 'The number of restarts has no effect.')
  if (restartPolicy === undefined) problem(reading, place, 'Write no, always, on-failure or unless-stopped.')
  return { restartPolicy }
}

/** Limits count; without them, reservations. */
export const readDeploy: FieldReader = (value, place, reading) => {
  noteUnread(value, ['replicas', 'resources', 'restart_policy'], place, reading)
  const resources = entryOf(value, 'resources')
  const at = (given: LocatedValue, field: string): Place => within(place, given.at, field, field)
  const [cpus, memory] = ['cpus', 'memory'].map(
    (name) => entryOf(entryOf(resources, 'limits'), name) ?? entryOf(entryOf(resources, 'reservations'), name),
  )
  const replicas = entryOf(value, 'replicas')
  const condition = entryOf(entryOf(value, 'restart_policy'), 'condition')
  return {
    ...(replicas && { replicas: Number(textOf(replicas)) }),
    ...(cpus && readCpus(cpus, at(cpus, 'resources.limits.cpus'), reading)),
    ...(memory && bytesReader('memoryBytes')(memory, at(memory, 'resources.limits.memory'), reading)),
    ...(condition && readRestart(condition, at(condition, 'restart_policy.condition'), reading)),
  }
}

export const withDefaultSize = (
  service: Readonly<Record<string, unknown>>,
  map: LocatedMap,
  place: Place,
  reading: ComposeReading,
): Record<string, unknown> => {
  if (service.cpuMilli === undefined || service.memoryBytes === undefined)
    note(
      reading,
      { ...place, at: map.entries.get('image')?.at ?? place.at },
      'Compose gives no limits for everything: without one, the service gets 0.5 cores and 512Mi of memory.',
    )
  return { ...DEFAULT_SIZE, ...service }
}
