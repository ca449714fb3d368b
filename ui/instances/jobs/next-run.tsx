import type { Job } from '../../../src/contract/wire/jobs/job.ts'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'
import { localZone, zonedTimeText } from './zoned-time-text.ts'

/** When a job runs next: how long until then, and on the clocks of its time zone and of the viewer's. */
export const NextRun = ({ job: { nextAt, timeZone }, isClosed }: { job: Job; isClosed: boolean }) => {
  if (nextAt === null || isClosed)
    return (
      <Text as="span" tone="muted">
        {isClosed ? 'Instance closed' : 'Paused'}
      </Text>
    )
  const atMs = Date.parse(nextAt)
  const here = localZone()
  const there = zonedTimeText(atMs, timeZone)
  return (
    <TwoLines>
      <RelativeTime at={nextAt} />
      <Text as="div" size="sm" tone="muted">
        {there}
      </Text>
      {zonedTimeText(atMs, here) !== there && (
        <Text as="div" size="sm" tone="muted">
          {zonedTimeText(atMs, here)} your time
        </Text>
      )}
    </TwoLines>
  )
}
