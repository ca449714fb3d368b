import * as v from 'valibot'
import { microsFrom } from '../src/rules/referral.ts'
import { isSubnetRange } from './engines/docker/network/subnet-pool.ts'

export const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a number from 0 to 65535'),
)
export const address = v.pipe(v.string(), v.url('must be an address such as https://longshore.example.org'))
export const described = <const S extends v.GenericSchema>(schema: S, description: string) =>
  v.pipe(schema, v.description(description))
export const switched = v.pipe(
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((value) => value === 'on'),
)
export const wholeNumber = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'must be a whole number'), v.transform(Number))
export const dollarAmount = v.pipe(
  v.string(),
  v.transform(microsFrom),
  v.number('must be an amount in dollars, such as 25 or 0.5'),
  v.minValue(1, 'must be more than 0'),
)
/** Ports of this machine, the first and the last. */
export interface HostPortRange {
  from: number
  to: number
}

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
export const subnetRanges = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((range) => range.trim())),
  v.array(v.pipe(v.string(), v.check(isSubnetRange, 'must be IPv4 ranges of /28 or larger, such as 10.84.0.0/14'))),
)
