import { type HealthResult, KEPT_HEALTH_RESULTS } from '../../../../src/contract/wire/instance/health/health-result.ts'
import css from './health-strip.module.css'

const HEIGHT = 24
/** A failure is taller than a success, so that they differ without colour. */
const SUCCESS_HEIGHT = 12
const STROKE = 0.6

/** One line for each result, the newest on the right. */
export const HealthStrip = ({ results, label }: { results: readonly HealthResult[]; label: string }) => {
  const free = KEPT_HEALTH_RESULTS - results.length
  const lines = (isHealthy: boolean) =>
    results
      .flatMap((result, index) => (result.isHealthy === isHealthy ? [free + index + 1 / 2] : []))
      .map((x) => `M${x} ${HEIGHT}v-${isHealthy ? SUCCESS_HEIGHT : HEIGHT}`)
      .join('')
  return (
    <svg className={css.strip} viewBox={`0 0 ${KEPT_HEALTH_RESULTS} ${HEIGHT}`} preserveAspectRatio="none" role="img">
      <title>{label}</title>
      <path className={css.none} d={`M0 ${HEIGHT - 1 / 2}h${free}`} />
      <path className={css.good} d={lines(true)} strokeWidth={STROKE} />
      <path className={css.bad} d={lines(false)} strokeWidth={STROKE} />
    </svg>
  )
}
