import type { Volume } from '../../src/contract/wire/volumes/volume.ts'
import { formatBytes } from '../../src/rules/format-size.ts'
import { volumeTone } from '../../src/rules/units/volume-fullness.ts'
import { ProgressBar } from '../parts/progress/progress-bar.tsx'
import { Text, TwoLines } from '../parts/text/text.tsx'

const texts = {
  Restoring: 'Being restored',
  Pending: 'Created with the first deployment',
  Available: 'Not measured yet',
  Deleting: 'Deleting',
}

/** How full a volume is. */
export const VolumeUse = ({ volume: { name, state, deletionError, usedBytes, sizeBytes } }: { volume: Volume }) =>
  usedBytes === null || state === 'Deleting' ? (
    <TwoLines>
      <Text as="div" size="sm" tone="muted">
        {texts[state]}
      </Text>
      {deletionError && (
        <Text as="div" size="sm" tone="bad">
          {deletionError.message}
        </Text>
      )}
    </TwoLines>
  ) : (
    <ProgressBar
      label={`${Math.round((usedBytes / sizeBytes) * 100)}%`}
      name={`Used of ${name}`}
      fraction={usedBytes / sizeBytes}
      text={`${formatBytes(usedBytes)} of ${formatBytes(sizeBytes)}`}
      tone={volumeTone(usedBytes, sizeBytes)}
    />
  )
