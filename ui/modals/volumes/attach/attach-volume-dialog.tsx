import { useState } from 'react'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Volume } from '../../../../src/contract/wire/volumes/volume.ts'
import { mountPathError, mounts, serviceHindrance } from '../../../../src/instances/volumes/attach-volume.ts'
import { selectVolume } from '../../../../src/volumes/volumes.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { useInstance } from '../../../instances/page/use-instance.ts'
import { Select } from '../../../parts/choices/select.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { FormDialog } from '../../../parts/overlay/form-dialog.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import type { DialogOf } from '../../dialog-of.ts'
import { AttachFailure } from './attach-failure.tsx'
import { AttachPlan } from './attach-plan.tsx'
import { InstanceChoice } from './instance-choice.tsx'
import { useAttaching } from './use-attaching.ts'
import { useConfigured } from './use-configured.ts'

export const AttachVolumeDialog = ({ modal: { id }, onClose }: DialogOf<'attachVolume'>) => {
  const volume = useSelected(selectVolume(id), [id])
  return volume && <AttachVolume volume={volume} onClose={onClose} />
}

/** Attaches a volume to another instance or service. */
const AttachVolume = ({ volume, onClose }: { volume: Volume; onClose: () => void }) => {
  const { attachment, name } = volume
  const [path, setPath] = useState(attachment?.mountPath ?? '')
  const [service, setService] = useState<string | null>(null)
  const [chosenId, setChosenId] = useState<InstanceId | null>(null)
  const { instance: current } = useInstance(attachment?.instanceId ?? null)
  const { instance: chosen } = useInstance(chosenId)
  const held = useConfigured(current)
  const target = useConfigured(chosen)
  const [wasMounted, setWasMounted] = useState(false)
  // It stays the holder until its old replicas have ended, though the volume is no longer mounted by then.
  if (held && mounts(held.configuration, name) && !wasMounted) setWasMounted(true)
  const attaching = useAttaching({
    volume,
    holder: wasMounted ? current : null,
    holderConfiguration: held,
    onAttached: onClose,
  })
  const services = target?.configuration.services ?? []
  const usable = services.find((one) => one.name === service) ?? services.find((one) => serviceHindrance(one) === null)
  const error = usable && path !== '' ? mountPathError(usable, name, path) : null
  const isReady = target && usable && serviceHindrance(usable) === null && path !== '' && error === null
  const isSame =
    attachment?.instanceId === chosen?._id && attachment?.service === usable?.name && attachment?.mountPath === path
  const isLoading = attachment !== null && held === null && current?.desiredDeployment !== null
  return (
    <FormDialog
      title={`Attach ${name} elsewhere`}
      text="Its data stays as it is. Instances of the same project and region can have it."
      size="wide"
      submitLabel={attaching.isWaiting ? 'Waiting…' : 'Attach'}
      busy={attaching.isRunning}
      disabled={!isReady || isSame || isLoading}
      onSubmit={() => target && usable && attaching.start({ target, service: usable.name, mountPath: path })}
      onClose={onClose}
    >
      {attaching.failure && <AttachFailure failure={attaching.failure} />}
      <InstanceChoice
        volume={volume}
        chosen={chosen}
        onChange={(instance) => {
          setChosenId(instance._id)
          setService(null)
        }}
      />
      {chosen && !target && <SkeletonRows rows={2} columns={1} />}
      {target && (
        <>
          <Select
            label="Service"
            required
            options={services.map((one) => {
              const hindrance = serviceHindrance(one)
              return { value: one.name, label: one.name, ...(hindrance && { note: hindrance, disabled: true }) }
            })}
            value={usable?.name ?? null}
            {...(!usable && { error: 'No service of this instance can have a volume: each has several replicas.' })}
            onChange={setService}
          />
          <TextField
            label="Mount path"
            hint="The folder in the container that holds the data."
            placeholder="/var/lib/data"
            mono
            required
            maxLength={400}
            autoComplete="off"
            spellCheck={false}
            value={path}
            error={error ?? undefined}
            onChange={(event) => setPath(event.target.value.trim())}
          />
        </>
      )}
      {target && usable && !isSame && (
        <AttachPlan
          volumeName={name}
          holder={wasMounted ? current : null}
          target={target.instance}
          service={usable.name}
          isWaiting={attaching.isWaiting}
        />
      )}
    </FormDialog>
  )
}
