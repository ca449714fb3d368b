import type { ScalingDecision } from '../../../src/contract/wire/instance/scaling/scaling-decision.ts'
import { decisionText, measuresText, reasonText } from '../../../src/instances/scaling/scaling-texts.ts'
import { Badge, type Tone } from '../../parts/state/badge.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'

const tones: Readonly<Record<ScalingDecision['outcome'], Tone>> = {
  scaled: 'info',
  held: 'warn',
  resumed: 'good',
  rejected: 'bad',
}

export const decisionColumns: Column<ScalingDecision>[] = [
  {
    id: 'decision',
    widthPercent: 26,
    title: 'Decision',
    isRowHeader: true,
    cell: (decision) => (
      <TwoLines>
        <Badge tone={tones[decision.outcome]}>{decisionText(decision)}</Badge>
        <Text as="div" size="sm" tone="muted">
          {decision.service}
        </Text>
      </TwoLines>
    ),
  },
  { id: 'reason', widthPercent: 20, title: 'Reason', cell: ({ reason }) => reasonText(reason) },
  {
    id: 'numbers',
    widthPercent: 40,
    title: 'Numbers of each replica',
    cell: ({ measures, message }) => (
      <TwoLines>
        <Text as="div" size="sm">
          {measuresText(measures) || 'None'}
        </Text>
        {message !== '' && (
          <Text as="div" size="sm" tone="muted">
            {message}
          </Text>
        )}
      </TwoLines>
    ),
  },
  {
    id: 'age',
    widthPercent: 14,
    title: 'Age',
    align: 'end',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
]
