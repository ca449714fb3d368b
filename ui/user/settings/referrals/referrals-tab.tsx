import { selectUser } from '../../../../src/organizations/organizations.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { Stack } from '../../../parts/layout/stack.tsx'
import { CodeCard } from './code-card.tsx'
import { InterestCard } from './interest-card.tsx'
import { ReferralFigures } from './referral-figures.tsx'
import { ReferralsCard } from './referrals-card.tsx'
import { CreditCard } from './withdrawals/credit-card.tsx'
import { WithdrawalsCard } from './withdrawals/withdrawals-card.tsx'

export const ReferralsTab = () => {
  const user = useSelected(selectUser)
  if (!user) return null
  if (!user.preferences.referralEnabled) return <InterestCard />
  return (
    <Stack gap={5}>
      <CodeCard />
      <ReferralFigures />
      <ReferralsCard />
      <CreditCard />
      <WithdrawalsCard />
    </Stack>
  )
}
