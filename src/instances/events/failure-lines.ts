import type { InstanceEvent } from '../../contract/wire/instance/instance-event.ts'
import { eventText } from './event-texts.ts'

/** The event of a failure is written within this time of it. */
const SAME_FAILURE_MS = 60_000

/** Returns the last lines that a program wrote before a failure at a time. The events are the newest first. */
export function failureLines(events: readonly InstanceEvent[], failedAt: string): readonly string[] {
  const failed = Date.parse(failedAt)
  const isOfFailure = ({ at }: InstanceEvent) => Math.abs(Date.parse(at) - failed) <= SAME_FAILURE_MS
  const found = events.find((event) => isOfFailure(event) && eventText(event).lines.length > 0)
  return found ? eventText(found).lines : []
}
