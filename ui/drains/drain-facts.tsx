import type { ResponseOf } from '../../src/contract/contract.ts'
import type { Drain } from '../../src/contract/wire/drains/drain.ts'
import { metricText } from '../../src/rules/metrics/metric-text.ts'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text } from '../parts/text/text.tsx'
import css from './drains.module.css'

type DrainFactsProps = { drain: Drain; waiting: ResponseOf<'readDrains'>['waiting'][number] | undefined }

const count = (lines: number): string => `${lines.toLocaleString('en-GB')} ${lines === 1 ? 'line' : 'lines'}`

/** What a drain has sent, what waits, and what went wrong last. */
export const DrainFacts = ({ drain, waiting }: DrainFactsProps) => {
  const { sentLines, rejectedLines, lostLines, lastError, lastErrorAt, lastSuccessAt, state } = drain
  return (
    <>
      <Text as="div" size="sm" tone="muted">
        <span className={css.facts}>
          <span>{count(sentLines)} sent</span>
          {waiting && (
            <span>
              {waiting.lines === 0
                ? 'None waiting'
                : `${count(waiting.lines)} waiting, ${metricText('bytes', waiting.bytes)}`}
              {waiting.oldestAt && (
                <>
                  , oldest <RelativeTime at={waiting.oldestAt} />
                </>
              )}
            </span>
          )}
          {rejectedLines > 0 && <span>{count(rejectedLines)} refused by the target</span>}
          {lostLines > 0 && <span>{count(lostLines)} removed from the log before they were sent</span>}
          {lastSuccessAt && (
            <span>
              Last delivery <RelativeTime at={lastSuccessAt} />
            </span>
          )}
        </span>
      </Text>
      {lastError !== '' && lastErrorAt && (
        <Text as="div" size="sm" tone={state === 'failing' ? 'bad' : 'muted'}>
          Last error <RelativeTime at={lastErrorAt} />: {lastError}
        </Text>
      )}
    </>
  )
}
