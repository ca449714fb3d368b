import { lastLoaded } from '../../../../../src/core/remote-data.ts'
import { dollars } from '../../../../../src/rules/prices.ts'
import { useSend } from '../../../../hooks/use-console.tsx'
import { useQuery } from '../../../../hooks/use-query.ts'
import { Button } from '../../../../parts/actions/button.tsx'
import { DescriptionList } from '../../../../parts/facts/description-list.tsx'
import { Card } from '../../../../parts/layout/card.tsx'
import { Stack } from '../../../../parts/layout/stack.tsx'
import { Price } from '../../../../parts/text/price.tsx'
import { Text } from '../../../../parts/text/text.tsx'
import { Remote } from '../../../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../../../parts/waiting/skeleton-rows.tsx'
import { useWithdrawalLimit } from './use-withdrawal-limit.ts'

/** Balances with four decimals. */
export const CreditCard = () => {
  const send = useSend()
  const limit = useWithdrawalLimit()
  const { data, retry } = useQuery('readCredits', {})
  const credits = lastLoaded(data)?.value.credits ?? null
  const isTooLittle = credits !== null && credits.withdrawable < limit
  return (
    <Card
      title="Credit"
      text="Pays for compute. Credit from referrals can also be withdrawn."
      actions={
        <Button
          disabled={!credits || isTooLittle}
          onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'withdrawCredits' } })}
        >
          Withdraw
        </Button>
      }
    >
      <Remote
        data={data}
        retry={retry}
        title="Your credit could not be loaded"
        value={credits}
        loading={<SkeletonRows rows={3} columns={2} />}
      >
        {({ total, platform, withdrawable }) => (
          <Stack>
            <DescriptionList
              facts={[
                { term: 'Total', value: <Price micros={total} decimals={4} /> },
                { term: 'Not withdrawable', value: <Price micros={platform} decimals={4} /> },
                { term: 'Withdrawable', value: <Price micros={withdrawable} decimals={4} /> },
              ]}
            />
            {isTooLittle && (
              <Text size="sm" tone="muted">
                The minimum withdrawal is {dollars(limit)}.
              </Text>
            )}
          </Stack>
        )}
      </Remote>
    </Card>
  )
}
