import { calm, nextAlertState } from '../../../src/rules/alerts/alert-state.ts'
import { breachesThreshold } from '../../../src/rules/alerts/compare-threshold.ts'
import { readPlaces, replicasBetween } from '../../compute/metrics/chart/read-places.ts'
import { placeName } from '../../compute/metrics/chart/series-of.ts'
import { neededColumns, pointValue } from '../../compute/metrics/chart/series-values.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { createConcurrencyLimit, takeSlots } from '../../live/concurrency-limit.ts'
import type { Db } from '../../store/connection.ts'
import { timingOf } from '../evaluation/evaluate-rule.ts'
import { checkScope } from './check-alert.ts'

const POINT_SECONDS = 60
const POINTS = 1440
/** A step between evaluations, as in the evaluator. */
const STEP_SECONDS = 20
const MAX_AT_ONCE = 2
const FULL = 'Other rules of this organisation are being tried out. Try again in a few seconds.'

/** Evaluates a rule with the last day of one instance. */
export function previewHandlers(db: Db): Handlers<'previewAlert'> {
  const limit = createConcurrencyLimit(MAX_AT_ONCE)
  return {
    async previewAlert({ input, scope }) {
      const { organizationId } = scopeOf(scope)
      const { condition, instanceId, projectId, service } = input
      await checkScope(db, organizationId, { instanceId, projectId })
      if (condition.kind !== 'metric' || !instanceId) return { fired: null }
      const release = takeSlots([{ limit, key: organizationId, full: FULL }], 'tooMany')
      try {
        const to = Math.floor(Date.now() / 1000 / POINT_SECONDS) * POINT_SECONDS
        const grid = { startDate: to - POINTS * POINT_SECONDS, pointTimeSpan: POINT_SECONDS, points: POINTS }
        const between = { service: service === '' ? undefined : service, from: grid.startDate, to }
        const { replicas } = await replicasBetween(db, instanceId, between)
        const placeOf = new Map(replicas.map(({ id, service: of, index }) => [id, placeName(of, index)]))
        const needed = neededColumns([condition.param], false)
        const places = await readPlaces(db, { grid, placeOf, needed, hasPeaks: false })
        const groups =
          condition.of === 'replicas'
            ? [...places.values()].map((place) => [place])
            : [...Map.groupBy(places, ([name]) => name.split('/')[0])].map(([, own]) => own.map(([, place]) => place))
        return { fired: groups.reduce((sum, group) => sum + firedOf(group), 0) }
      } finally {
        release()
      }

      function firedOf(group: Parameters<typeof pointValue>[2]): number {
        if (condition.kind !== 'metric') return 0
        let state = calm
        let fired = 0
        // What was not measured in the past may be the fault of a rule that did not exist.
        const timing = { ...timingOf({ condition }), noDataSeconds: null }
        for (let point = 0; point < POINTS; point += 1) {
          const value = pointValue(condition.param, 'together', group, point)
          for (let step = 0; step < POINT_SECONDS / STEP_SECONDS; step += 1) {
            const isFiring = state.phase === 'firing' || state.phase === 'recovering'
            const kind = value === null ? 'missing' : breachesThreshold(value, condition, isFiring) ? 'breach' : 'clear'
            const next = nextAlertState(state, { kind, value, elapsedSeconds: STEP_SECONDS }, timing)
            state = next.state
            if (next.outcome === 'fired') fired += 1
          }
        }
        return fired
      }
    },
  }
}
