import type { Option } from '../../../parts/choices/select.tsx'

const offsetText = (timeZone: string, atMs: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(atMs)
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Every time zone with its present offset from Greenwich. */
export const timeZoneOptions = (atMs: number): Option<string>[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
    note: offsetText(value, atMs),
  }))
