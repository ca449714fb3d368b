import type { DeliveryAttempt } from '../../src/contract/wire/alerts/alert-delivery.ts'
import { Stack } from '../parts/layout/stack.tsx'
import { Banner } from '../parts/state/banner.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import css from './alert-channels.module.css'

/** The result of one attempt, and what the receiver responded, as text. */
export const AttemptDetails = ({ attempt }: { attempt: DeliveryAttempt }) => {
  const { startedAt, durationMs, status, error, response } = attempt
  return (
    <Stack gap={2}>
      <Banner tone={error === '' ? 'good' : 'bad'} title={status === null ? 'No response' : `Status ${status}`}>
        {error} <RelativeTime at={startedAt} />, {durationMs.toLocaleString('en-GB')} ms
      </Banner>
      {response !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls with the keyboard
        <pre className={css.response} tabIndex={0}>
          {response}
        </pre>
      )}
    </Stack>
  )
}
