import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { redemptionMessages } from '../../../src/rules/payments/redemption-messages.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import type { DialogOf } from '../dialog-of.ts'

const results = {
  Pending: { tone: 'warn', note: () => 'It is applied by itself once its condition is met.' },
  Error: { tone: 'bad', note: () => 'This code is not for this organisation, or it is used up.' },
  Expired: { tone: 'bad', note: () => 'This code is not valid any more.' },
  Success: { tone: 'info', note: (amount: number) => `Enjoy its benefits: ${dollars(amount)} of credit.` },
} as const

/** What became of a coupon that was redeemed. */
export const RedemptionDialog = ({ modal: { status, amount }, onClose }: DialogOf<'redeemLongshoreCredit'>) => {
  const { tone, note } = results[status]
  return (
    <Dialog title="Redeem Credit" onClose={onClose} actions={<Done onClose={onClose} />}>
      <Banner tone={tone} title={redemptionMessages[status]}>
        {note(amount ?? 0)}
      </Banner>
    </Dialog>
  )
}

/** The server does not know the code. */
export const InvalidCouponDialog = ({ modal: { message }, onClose }: DialogOf<'invalidCoupon'>) => (
  <Dialog title="Invalid Coupon" onClose={onClose} actions={<Done onClose={onClose} />}>
    <Banner tone="bad" title={message} />
  </Dialog>
)

const Done = ({ onClose }: { onClose: () => void }) => (
  <Button variant="primary" onClick={onClose}>
    OK
  </Button>
)

export const DeleteCouponDialog = ({ modal: { code }, onClose }: DialogOf<'deleteLongshoreCredit'>) => {
  const organization = useSelected(selectOrganization)
  const { mutate, isRunning, failure } = useMutation('removeCoupon')
  if (!organization) return null
  return (
    <Confirm
      title="Delete Coupon"
      confirmLabel="Continue"
      busy={isRunning}
      failure={failure}
      failureTitle="The coupon was not deleted"
      onConfirm={() => mutate({ id: organization._id, creditCoupon: code })}
      onClose={onClose}
    >
      Do you want to delete the coupon {code}? It is not applied then. You can redeem it again while it is valid.
    </Confirm>
  )
}
