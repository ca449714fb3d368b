import type { StoredService } from '../contract/wire/instance/instance-configuration.ts'

export interface ShownVariable {
  name: string
  isSecret: boolean
  /** What its value is made of, such as `db.POSTGRES_PASSWORD`. */
  references: readonly string[]
  /** The variable group that it comes from; null for a variable of the service itself. */
  group: string | null
}

export interface ShownService {
  name: string
  variables: ShownVariable[]
}

type Configured = Pick<StoredService, 'name' | 'environment' | 'groupVariables'>

const variablesOf = ({ environment, groupVariables = [] }: Configured): ShownVariable[] => [
  ...environment.map(({ name, isSecret, references = [] }) => ({ name, isSecret, references, group: null })),
  ...groupVariables.map(({ name, isSecret, group }) => ({ name, isSecret, references: [], group })),
]

/** Returns the services that have variables, with those whose name contains the text, or all those of a service that is named so. */
export const shownVariables = (services: readonly Configured[], filter = ''): ShownService[] => {
  const sought = filter.trim().toLowerCase()
  const isFound = (text: string) => text.toLowerCase().includes(sought)
  return services
    .map((service) => ({
      name: service.name,
      variables: variablesOf(service).filter(({ name }) => isFound(name) || isFound(service.name)),
    }))
    .filter(({ variables }) => variables.length > 0)
}
