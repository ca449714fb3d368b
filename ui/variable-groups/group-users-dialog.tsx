import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { ResponseOf } from '../../src/contract/contract.ts'
import { Button } from '../parts/actions/button.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Text } from '../parts/text/text.tsx'
import { RedeployUser } from './redeploy-user.tsx'
import css from './variable-groups.module.css'

type GroupUsersDialogProps = {
  name: string
  users: ResponseOf<'readVariableGroupUsers'>['instances']
  onClose: () => void
}

/** The instances that include a group. Those with earlier values can be redeployed, each with its own result. */
export const GroupUsersDialog = ({ name, users, onClose }: GroupUsersDialogProps) => {
  // Later responses do not change what was chosen.
  const [shown] = useState(users)
  const [isStarted, setStarted] = useState(false)
  const isOutdated = shown.some(({ isCurrent }) => !isCurrent)
  return (
    <Dialog
      title={`Instances with ${name}`}
      text="An instance keeps the values that it was deployed with until it is deployed again."
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isOutdated && (
            <Button variant="primary" icon={<RefreshCw />} disabled={isStarted} onClick={() => setStarted(true)}>
              Redeploy all with earlier values
            </Button>
          )}
        </>
      }
    >
      <ul className={css.users} aria-label="Instances">
        {shown.map((user) => (
          <li key={user.instanceId} className={css.user}>
            <span>
              <Text as="span">{user.name}</Text>{' '}
              <Text as="span" size="sm" tone="muted">
                {user.services.join(', ')}
              </Text>
            </span>
            {user.isCurrent ? (
              <Text as="span" size="sm" tone="muted">
                Present values
              </Text>
            ) : (
              <RedeployUser id={user.instanceId} name={user.name} isStarted={isStarted} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
