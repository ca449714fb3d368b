import { Lock } from 'lucide-react'
import { useState } from 'react'
import type { VariableGroup } from '../../src/contract/wire/project/variable-group.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import css from '../instances/overview/environment-card.module.css'
import { HiddenValue, RevealableValue } from '../instances/overview/variable-value.tsx'
import { Button } from '../parts/actions/button.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Badge } from '../parts/state/badge.tsx'

type GroupValuesDialogProps = { group: VariableGroup; onClose: () => void }

/** The values of a group: plain ones are revealed one by one, which the audit log records. */
export const GroupValuesDialog = ({ group: { _id, name, variables }, onClose }: GroupValuesDialogProps) => {
  const [revealed, setRevealed] = useState<string | null>(null)
  return (
    <Dialog
      title={`Values of ${name}`}
      text="Revealing a value is recorded in the audit log. Nobody can read a secret."
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={css.list}>
        {variables.map((variable) => (
          <div key={variable.name} className={css.line}>
            <dt className={css.name}>{variable.name}</dt>
            <dd className={css.cell}>
              {variable.isSecret ? (
                <div className={css.secret}>
                  <HiddenValue />
                  <Badge icon={<Lock />}>Secret</Badge>
                </div>
              ) : (
                <GroupValue
                  id={_id}
                  name={variable.name}
                  isOpen={revealed === variable.name}
                  onReveal={() => setRevealed(variable.name)}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

type GroupValueProps = { id: VariableGroup['_id']; name: string; isOpen: boolean; onReveal: () => void }

const GroupValue = ({ id, name, ...rest }: GroupValueProps) => {
  const blocked = useBlocked('instances.write')
  const { mutate, ...revealed } = useMutation('revealGroupVariable')
  return <RevealableValue {...rest} {...revealed} label={name} blocked={blocked} read={() => mutate({ id, name })} />
}
