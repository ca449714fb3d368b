import { useMemo, useState } from 'react'
import { configurationErrors } from '../../../src/instances/configuration/configuration-errors.ts'
import {
  addService,
  changeService,
  isEdited,
  joinProjectNetwork,
  rebase,
  removeService,
  replaceServices,
  type SavedConfiguration,
  startEditing,
  takeNewRules,
} from '../../../src/instances/configuration/edited-configuration.ts'
import type { ServiceDraft } from '../../../src/instances/configuration/service-draft.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'

/** Edits the newest configuration of an instance, and notices when somebody else saves a newer one. */
export const useConfigurationForm = (newest: SavedConfiguration) => {
  const [edited, setEdited] = useState(() => startEditing(newest))
  const [isChecked, setChecked] = useState(false)
  const isChanged = useMemo(() => isEdited(edited), [edited])
  const isBehind = newest.number > edited.base.number
  // Without changes, the newer configuration is shown at once.
  if (isBehind && !isChanged) setEdited(startEditing(newest))
  // Rules change without a deployment.
  else if (newest.number === edited.base.number && newest.configuration !== edited.base.configuration)
    setEdited(takeNewRules(edited, newest))
  const found = useMemo(() => (isChecked ? configurationErrors(edited.services) : {}), [isChecked, edited])

  return {
    services: edited.services,
    projectNetwork: edited.projectNetwork,
    joinProjectNetwork: (isJoined: boolean) => setEdited((last) => joinProjectNetwork(last, isJoined)),
    base: edited.base,
    isChanged,
    /** Somebody saved another configuration after these changes were begun. */
    hasConflict: isBehind && isChanged,
    errors: found,
    change: (key: string, change: Partial<ServiceDraft>) => setEdited((last) => changeService(last, key, change)),
    remove: (key: string) => setEdited((last) => removeService(last, key)),
    replace: (services: readonly ServiceDraft[], projectNetwork: boolean) =>
      setEdited((last) => replaceServices(last, services, projectNetwork)),
    /** Returns the key of the new service. */
    add: (): string => {
      const added = addService(edited)
      setEdited(added.edited)
      return added.key
    },
    discard: () => setEdited(startEditing(newest)),
    keep: () => setEdited((last) => rebase(last, newest)),
    /** Returns the configuration to save, or the service that has to be corrected first. */
    check: () => {
      setChecked(true)
      const [first] = Object.keys(configurationErrors(edited.services))
      return first === undefined
        ? { configuration: typedConfiguration(edited.services, edited.projectNetwork) }
        : { invalidKey: first.split(' ')[0] }
    },
  }
}

/** What the form of services reads and does. */
export type ServicesForm = Pick<
  ReturnType<typeof useConfigurationForm>,
  'services' | 'errors' | 'change' | 'remove' | 'add'
>

export type ConfigurationForm = ReturnType<typeof useConfigurationForm>
