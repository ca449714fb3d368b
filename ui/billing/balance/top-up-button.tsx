import { Plus } from 'lucide-react'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** Opens the dialog that buys credit. Nothing where the installation takes no cards. */
export const TopUpButton = () => {
  const send = useSend()
  if (!useConfiguration()?.cards) return null
  return (
    <MayButton
      may="billing.write"
      variant="primary"
      icon={<Plus />}
      onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'topUpBalance' } })}
    >
      Top up
    </MayButton>
  )
}
