import { lastLoaded } from '../../../src/core/remote-data.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { useWithdrawalLimit } from '../../user/settings/referrals/withdrawals/use-withdrawal-limit.ts'
import type { DialogOf } from '../dialog-of.ts'
import { WithdrawForm } from './withdraw-form.tsx'

export const WithdrawDialog = ({ onClose }: DialogOf<'withdrawCredits'>) => {
  const limit = useWithdrawalLimit()
  const credits = lastLoaded(useQuery('readCredits', {}).data)?.value.credits
  if (credits) return <WithdrawForm limit={limit} max={credits.withdrawable} onClose={onClose} />
  return (
    <Dialog title="Withdraw credits" text={`The minimum is ${dollars(limit)}.`} onClose={onClose}>
      <SkeletonRows rows={4} columns={1} />
    </Dialog>
  )
}
