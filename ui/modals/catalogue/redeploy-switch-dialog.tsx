import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RedeploySwitchDialog = ({ modal: { change }, onClose }: DialogOf<'confirmRedeploySwitch'>) => {
  const { choose } = useUrlQuery()
  const apply = () => {
    choose({ ...change, redeploy: '' })
    onClose()
  }
  return (
    <Dialog
      title="Deploy into a new cluster?"
      text="Changing the instance type or the marketplace app deploys into a new cluster. The earlier instance stays as it is."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={apply}>
            Continue
          </Button>
        </>
      }
    />
  )
}
