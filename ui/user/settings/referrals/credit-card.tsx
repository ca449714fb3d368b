import { failureMessage } from '../../../../src/core/failure.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { dollars } from '../../../../src/rules/prices.ts'
import { useQuery } from '../../../app/use-query.ts'
import { useSend } from '../../../app/use-send.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { DescriptionList } from '../../../parts/facts/description-list.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Price } from '../../../parts/text/price.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { FailedState } from '../../../parts/waiting/failed-state.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import { useWithdrawalLimit } from './use-withdrawal-limit.ts'

/** Balances, to a hundredth of a cent. */
export const CreditCard = () => {
  const send = useSend()
  const limit = useWithdrawalLimit()
  const { data, retry } = useQuery('readCredits', {})
  const credits = lastLoaded(data)?.value.credits
  const isTooLittle = credits !== undefined && credits.withdrawable < limit
  return (
    <Card
      title="Credit"
      text="It pays for compute. What you earned by referrals can be withdrawn, too."
      actions={
        <Button
          disabled={!credits || isTooLittle}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'withdrawCredits' } })}
        >
          Withdraw
        </Button>
      }
    >
      {data.kind === 'failed' && (
        <FailedState
          inline={credits !== undefined}
          title="Your credit could not be loaded"
          text={failureMessage(data.failure)}
          onRetry={retry}
        />
      )}
      {!credits && data.kind !== 'failed' && <SkeletonRows rows={3} columns={2} />}
      {credits && (
        <Stack>
          <DescriptionList
            facts={[
              { term: 'Total', value: <Price micros={credits.total} decimals={4} /> },
              { term: 'To spend only', value: <Price micros={credits.platform} decimals={4} /> },
              { term: 'Withdrawable', value: <Price micros={credits.withdrawable} decimals={4} /> },
            ]}
          />
          {isTooLittle && (
            <Text size="sm" tone="muted">
              The minimum withdrawal is {dollars(limit)}.
            </Text>
          )}
        </Stack>
      )}
    </Card>
  )
}
