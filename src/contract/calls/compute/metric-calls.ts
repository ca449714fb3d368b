import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { instanceId, whole } from '../../wire/common.ts'
import { metricChart, metricFilters, metricParams } from '../../wire/instance/metrics/metric-chart.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'

const YEAR_9999 = 253_402_300_799
const NINETY_DAYS = 7_776_000

const find = (name: string) => metricParams.find((param) => param === name)

export const metricCalls = {
  readMetrics: call({
    method: 'GET',
    path: 'compute-instance/{id}/metrics/charts',
    access: may('instances.read', 'instance', 'params.id'),
    params: v.strictObject({ id: instanceId }),
    query: v.strictObject({
      /** All services by default. */
      service: v.optional(dnsLabel),
      /** Seconds since 1970; a negative number counts back from the end. */
      startDate: v.optional(
        v.pipe(whole, v.minValue(-NINETY_DAYS, 'At most 90 days back.'), v.maxValue(YEAR_9999, 'Too late.')),
        -3600,
      ),
      /** Seconds since 1970; now by default. */
      endDate: v.optional(v.pipe(whole, v.minValue(1, 'At least 1.'), v.maxValue(YEAR_9999, 'Too late.'))),
      /** Seconds from one point to the next, at least. */
      pointTimeSpan: v.optional(
        v.pipe(whole, v.minValue(1, 'At least 1.'), v.maxValue(NINETY_DAYS, 'At most 90 days.')),
      ),
      filter: v.optional(v.picklist(metricFilters), 'together'),
      /** Series, separated by commas. */
      param: v.optional(
        v.pipe(
          v.string(),
          v.maxLength(400, 'At most 400 characters.'),
          v.check((given) => given.split(',').every((name) => find(name)), 'Not the names of series.'),
          v.transform((given) => [...new Set(given.split(',').flatMap((name) => find(name) ?? []))]),
        ),
        'cpu,memory',
      ),
    }),
    response: metricChart,
    refreshMs: 10_000,
    refreshUnless: 'endDate',
    summary:
      'Get time series of an instance: `param` lists the series, `filter` chooses all replicas together, each by itself, or the highest of them.',
  }),
}
