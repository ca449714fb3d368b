import * as v from 'valibot'

export interface HostPortRange {
  from: number
  to: number
}

/** Outside the range that Linux takes for outgoing connections by default (32768-60999). */
export const DEFAULT_HOST_PORTS = '20000-29999'

export const hostPortRange = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}-\d{1,5}$/, 'must be two ports, such as 20000-29999'),
  v.transform((value): HostPortRange => {
    const [from = 0, to = 0] = value.split('-').map(Number)
    return { from, to }
  }),
  v.check(
    ({ from, to }) => from > 1023 && from <= to && to < 65_536,
    'must be two ports above 1023, the smaller one first',
  ),
)
