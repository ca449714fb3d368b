import { useState } from 'react'
import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { Text } from '../../parts/text/text.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { ProjectField } from '../../projects/project-field.tsx'
import { useProjectOptions } from '../../projects/use-project-options.ts'
import type { DialogOf } from '../dialog-of.ts'

export const MoveInstanceDialog = ({ modal: { id }, onClose }: DialogOf<'moveInstance'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure } = useMutation('moveInstance')
  const options = useProjectOptions(instance?.organizationId ?? null)
  const [chosen, setChosen] = useState<NonNullable<typeof instance>['computeProject'] | null>(null)
  if (!instance) return null
  const others = options?.filter(({ value }) => value !== instance.computeProject)
  return (
    <FormDialog
      title={`Move ${instance.name} to another project`}
      text="It keeps running at the same link, and its volumes follow. From now on its usage counts for the other project."
      submitLabel="Move"
      busy={isRunning}
      disabled={chosen === null}
      failure={failure}
      failureTitle="The instance was not moved"
      onSubmit={() => chosen && mutate({ id: instance._id, projectId: chosen })}
      onClose={onClose}
    >
      {!others ? (
        <SkeletonRows rows={1} columns={1} />
      ) : others.length === 0 ? (
        <Text>This organisation has no other project. Create one first.</Text>
      ) : (
        <ProjectField options={others} value={chosen} onChange={setChosen} />
      )}
    </FormDialog>
  )
}
