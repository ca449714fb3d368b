import { useState } from 'react'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { configurationErrors, fieldKey } from '../../../src/instances/configuration/configuration-errors.ts'
import {
  isEdited,
  type SavedConfiguration,
  scale,
  startEditing,
} from '../../../src/instances/configuration/edited-configuration.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'
import { selectInstance } from '../../../src/instances/instances.ts'
import { useLastValue } from '../../hooks/use-last-value.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { NumberField } from '../../parts/fields/number-field.tsx'
import { Grid } from '../../parts/layout/grid.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { DeployChanges } from './deploy-changes.tsx'

const MAX_REPLICAS = 100
const TITLE = 'Scale'

/** Changes how many replicas each service has, and nothing else. */
export const ScaleInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'scaleInstance'>) => {
  const newest = useSelected(selectInstance(id), [id])?.deployments[0]
  const { data, retry } = useQuery('readDeployment', newest ? { id: newest._id } : null)
  // What was typed stays while a newer deployment loads.
  const deployment = useLastValue(lastLoaded(data)?.value.deployment ?? null)
  if (deployment?.configuration) {
    const { number, configuration } = deployment
    return <ScaleForm id={id} base={{ number, configuration }} onClose={onClose} />
  }
  return (
    <Dialog title={TITLE} size="wide" onClose={onClose}>
      <Remote data={data} retry={retry} title="The configuration could not be loaded" value={deployment}>
        <SkeletonRows rows={2} columns={2} />
      </Remote>
    </Dialog>
  )
}

type ScaleFormProps = { id: string; base: SavedConfiguration; onClose: () => void }

const ScaleForm = ({ id, base, onClose }: ScaleFormProps) => {
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({})
  const saved = startEditing(base)
  const edited = scale(saved, typed)
  const errors = configurationErrors(edited.services)
  const isValid = Object.keys(errors).length === 0
  const { services, projectNetwork } = isValid ? edited : saved
  return (
    <DeployChanges
      id={id}
      base={base}
      configuration={typedConfiguration(services, projectNetwork)}
      title={TITLE}
      confirmLabel="Scale"
      failureTitle="The instance was not scaled"
      disabled={!isValid || !isEdited(edited)}
      onClose={onClose}
    >
      <Grid columns={edited.services.length > 1 ? 2 : 3}>
        {edited.services.map(({ key, name, replicas, autoscaling }) => (
          <NumberField
            key={key}
            label={edited.services.length > 1 ? `Replicas of ${name}` : 'Replicas'}
            min={1}
            max={MAX_REPLICAS}
            disabled={autoscaling !== null}
            hint={
              autoscaling === null
                ? undefined
                : 'Its autoscaling rules change this. Remove them on the Scaling tab first.'
            }
            value={replicas}
            error={errors[fieldKey(key, 'replicas')]}
            onChange={(next) => setTyped({ ...typed, [key]: next })}
          />
        ))}
      </Grid>
    </DeployChanges>
  )
}
