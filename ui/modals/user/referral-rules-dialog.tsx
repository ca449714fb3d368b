import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { ReferralRules } from '../../user/settings/referrals/referral-rules.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const ReferralRulesDialog = ({ onClose }: DialogOf<'referralRules'>) => (
  <Dialog
    title="Referral rules"
    onClose={onClose}
    actions={
      <Button variant="primary" onClick={onClose}>
        Okay
      </Button>
    }
  >
    <ReferralRules />
  </Dialog>
)
