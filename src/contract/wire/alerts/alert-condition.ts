import * as v from 'valibot'
import { filledText } from '../common.ts'
import { metricParams } from '../instance/metrics/metric-chart.ts'

const DAY_SECONDS = 86_400

const between = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.safeInteger('Not a whole number.'),
    v.minValue(least, `Must be ${least} or more.`),
    v.maxValue(most, `Must be ${most} or less.`),
  )

/** When a rule fires. */
export const alertCondition = v.variant('kind', [
  v.strictObject({
    kind: v.literal('metric'),
    param: v.picklist(metricParams),
    /** All replicas of a service as one, or each by itself. */
    of: v.picklist(['together', 'replicas']),
    direction: v.picklist(['above', 'below']),
    /** In the unit of the series. */
    threshold: v.pipe(v.number(), v.minValue(0, 'Must be 0 or more.'), v.maxValue(1e15, 'Too large.')),
    forSeconds: between(0, DAY_SECONDS),
    /** Also fires when nothing was measured for this long; null for never. */
    noDataSeconds: v.nullable(between(60, DAY_SECONDS)),
  }),
  v.strictObject({ kind: v.literal('health'), forSeconds: between(0, DAY_SECONDS) }),
  v.strictObject({ kind: v.literal('crashLoop') }),
  v.strictObject({ kind: v.literal('deployment') }),
  /** Failed runs in a row. */
  v.strictObject({ kind: v.literal('job'), failures: between(1, 100) }),
  /** Days before a certificate expires. */
  v.strictObject({ kind: v.literal('certificate'), days: between(1, 90) }),
  v.strictObject({ kind: v.literal('certificateOrder') }),
  v.strictObject({
    kind: v.literal('log'),
    find: filledText(200),
    as: v.picklist(['text', 'regex']),
    matchCase: v.boolean(),
    count: between(1, 10_000),
    minutes: between(1, 60),
  }),
])

export type AlertCondition = v.InferOutput<typeof alertCondition>
export type AlertRuleKind = AlertCondition['kind']
