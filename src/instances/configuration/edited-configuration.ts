import type { StoredConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import { rulesInput } from '../scaling/rules-draft.ts'
import { blankService, type FileDraft, keepsContent, type ServiceDraft, serviceDraft } from './service-draft.ts'
import { typedConfiguration } from './typed-configuration.ts'

/** The configuration of a deployment. */
export interface SavedConfiguration {
  number: number
  configuration: StoredConfiguration
}

/** A configuration while it is edited, and the deployment that the changes are based on. */
export interface EditedConfiguration {
  base: SavedConfiguration
  services: readonly ServiceDraft[]
  projectNetwork: boolean
}

const draftsOf = ({ configuration }: SavedConfiguration): ServiceDraft[] => configuration.services.map(serviceDraft)

export const startEditing = (base: SavedConfiguration): EditedConfiguration => ({
  base,
  services: draftsOf(base),
  projectNetwork: base.configuration.projectNetwork ?? false,
})

const textOf = (services: readonly ServiceDraft[]): string => JSON.stringify(typedConfiguration(services))

export const isEdited = ({ base, services, projectNetwork }: EditedConfiguration): boolean =>
  projectNetwork !== (base.configuration.projectNetwork ?? false) || textOf(services) !== textOf(draftsOf(base))

export const changeService = (
  edited: EditedConfiguration,
  key: string,
  change: Partial<ServiceDraft>,
): EditedConfiguration => ({
  ...edited,
  services: edited.services.map((service) => (service.key === key ? { ...service, ...change } : service)),
})

/** Changes the replicas of services, by their keys. */
export const scale = (
  edited: EditedConfiguration,
  replicas: Readonly<Record<string, number | null>>,
): EditedConfiguration =>
  Object.entries(replicas).reduce((scaled, [key, count]) => changeService(scaled, key, { replicas: count }), edited)

/** Returns a service with the resources of the last one. */
export const nextService = (services: readonly ServiceDraft[]): ServiceDraft => {
  const taken = new Set(services.map(({ key }) => key))
  const numbers = Array.from({ length: taken.size + 1 }, (_, at) => at + 1)
  // Upper case, so that it is never the name of a service.
  const key = `New-${numbers.find((number) => !taken.has(`New-${number}`))}`
  return blankService(key, services.at(-1))
}

/** Adds a service. Returns its key too. */
export const addService = (edited: EditedConfiguration): { edited: EditedConfiguration; key: string } => {
  const added = nextService(edited.services)
  return { edited: { ...edited, services: [...edited.services, added] }, key: added.key }
}

export const replaceServices = (
  edited: EditedConfiguration,
  services: readonly ServiceDraft[],
  projectNetwork = edited.projectNetwork,
): EditedConfiguration => ({ ...edited, services, projectNetwork })

export const joinProjectNetwork = (edited: EditedConfiguration, projectNetwork: boolean): EditedConfiguration => ({
  ...edited,
  projectNetwork,
})

export const removeService = (edited: EditedConfiguration, key: string): EditedConfiguration => ({
  ...edited,
  services: edited.services.filter((service) => service.key !== key),
})

const sameRules = (one: ServiceDraft['autoscaling'], other: ServiceDraft['autoscaling']): boolean =>
  JSON.stringify(one && rulesInput(one)) === JSON.stringify(other && rulesInput(other))

/** Takes rules that were changed without a deployment, where they are not edited here. */
export const takeNewRules = (edited: EditedConfiguration, newer: SavedConfiguration): EditedConfiguration => {
  const rulesIn = (saved: SavedConfiguration, key: string) =>
    draftsOf(saved).find((draft) => draft.key === key)?.autoscaling ?? null
  return {
    ...edited,
    base: newer,
    services: edited.services.map((service) =>
      sameRules(service.autoscaling, rulesIn(edited.base, service.key))
        ? { ...service, autoscaling: rulesIn(newer, service.key) }
        : service,
    ),
  }
}

/** Bases the changes on a newer deployment. Values that it does not have must be entered again. */
export const rebase = (edited: EditedConfiguration, base: SavedConfiguration): EditedConfiguration => ({
  ...edited,
  base,
  services: edited.services.map((service) => {
    const newer = base.configuration.services.find(({ name }) => name === service.key)
    const names = new Set(newer?.environment.map(({ name }) => name))
    const paths = new Set(newer?.files.map(({ path }) => path))
    const rebased = (file: FileDraft): FileDraft => {
      const { savedPath: _, ...rest } = file
      return paths.has(file.path) ? { ...rest, savedPath: file.path } : keepsContent(file) ? rest : file
    }
    return {
      ...service,
      kept: { ...service.kept, files: service.kept.files.map(rebased) },
      environment: service.environment.map((variable) =>
        variable.value === null && !names.has(variable.name) ? { ...variable, value: '', isSaved: false } : variable,
      ),
    }
  }),
})
