import { HiddenText } from '../layout/hidden-text.tsx'
import { CHART_HEIGHT } from './chart-line.ts'

/** Holds the place of a chart while its data loads. */
export const ChartSkeleton = () => (
  <div role="status" style={{ minHeight: CHART_HEIGHT }}>
    <HiddenText>Loading</HiddenText>
  </div>
)
