import { useConfiguration, useProductName } from '../../../hooks/use-configuration.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import { ReferralRules } from './referral-rules.tsx'

/** For users who have not joined the programme. */
export const InterestCard = () => {
  const send = useSend()
  const product = useProductName()
  const isClosed = useConfiguration()?.links.referralRegistration === null
  return (
    <Card
      title="Code, Refer, & Earn Credits!"
      text={`Invite others to ${product} and earn credit on their first purchase. Would you like to take part?`}
      footer={
        <Button variant="primary" disabled={isClosed} onClick={() => send({ type: 'ui/referralInterestPressed' })}>
          Yes, I'm Interested
        </Button>
      }
    >
      <Stack>
        <ReferralRules />
        {isClosed && <Text tone="muted">The programme is closed at present.</Text>}
      </Stack>
    </Card>
  )
}
