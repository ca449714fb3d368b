import type { StoredConfiguration, StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import { type ConnectionKind, connectionKinds } from './connection-kinds.ts'

/** A part of a connection string: text, or the value of a variable. */
export type ConnectionPart = { kind: 'text'; text: string } | { kind: 'variable'; name: string; isSecret: boolean }

/** From where an address works. */
export type Reach = 'public' | 'instance' | 'project'

/** A port of a service with the names that programs in its networks use. */
export interface PortNames {
  port: number
  protocol: 'http' | 'tcp' | 'udp'
  isPublic: boolean
  /** For the other services of the instance; null where there are none. */
  inside: string | null
  /** For the other instances on the network of the project; null where it has not joined it. */
  project: string | null
}

export interface Connection {
  service: string
  /** What it is, such as PostgreSQL. */
  label: string
  ports: PortNames[]
  /** Connection strings, the widest reach first; none for HTTP. */
  strings: { reach: Reach; parts: ConnectionPart[] }[]
  /** The same for the value of another service's variable. */
  reference: string | null
}

type Variable = Pick<StoredService['environment'][number], 'name' | 'isSecret'>

const kindOf = ({ image, ports }: StoredService): ConnectionKind | undefined => {
  const [name = ''] = (image.split('/').at(-1) ?? '').split(/[:@]/)
  return (
    connectionKinds.find(({ images }) => images.includes(name)) ??
    connectionKinds.find(({ port }) =>
      ports.some(({ containerPort, protocol }) => containerPort === port && protocol === 'tcp'),
    )
  )
}

const variablesOf = ({ environment, groupVariables = [] }: StoredService): Variable[] => [
  ...environment,
  ...groupVariables,
]

const firstOf = (variables: readonly Variable[], names: readonly string[]): Variable | undefined =>
  names.flatMap((name) => variables.find((variable) => variable.name === name) ?? [])[0]

interface ConnectionOptions {
  /** Its part of the names of its services in the network of its project. */
  networkName?: string | undefined
  /** Returns host and port of a public port; null where it has none. */
  publicAddress?: (service: string, containerPort: number) => string | null
}

/** How to reach each service that listens on a port. */
export const connectionsOf = (
  { services, projectNetwork = false }: StoredConfiguration,
  { networkName, publicAddress = () => null }: ConnectionOptions = {},
): Connection[] =>
  services.flatMap((service) => {
    const kind = kindOf(service)
    const { name, ports: declared } = service
    const main = declared.find(({ containerPort }) => containerPort === kind?.port) ?? declared[0]
    const number = main?.containerPort ?? kind?.port
    if (number === undefined) return []
    const namesOf = (port: number) => ({
      inside: services.length > 1 ? `${name}:${port}` : null,
      project: projectNetwork && networkName !== undefined ? `${name}.${networkName}:${port}` : null,
    })
    const ports = declared.map(({ containerPort: port, protocol, exposure }): PortNames => {
      return { port, protocol, isPublic: exposure === 'public', ...namesOf(port) }
    })
    const { inside, project } = namesOf(number)
    const addresses: [Reach, string | null][] = [
      ['public', publicAddress(name, number)],
      ['instance', inside],
      ['project', project],
    ]
    return [
      {
        service: name,
        label: kind?.label ?? (main?.protocol ?? 'tcp').toUpperCase(),
        ports: ports.length > 0 ? ports : [{ port: number, protocol: 'tcp', isPublic: false, ...namesOf(number) }],
        strings: addresses.flatMap(([reach, address]) =>
          kind && address !== null ? [{ reach, parts: partsOf(kind, service, address) }] : [],
        ),
        reference: kind && inside !== null ? referenceOf(kind, service, main?.containerPort ?? null) : null,
      },
    ]
  })

const partsOf = (kind: ConnectionKind, service: StoredService, address: string): ConnectionPart[] => {
  const { user, password, database } = findVariables(kind, service)
  const value = (variable: Variable | undefined, usual: string): ConnectionPart[] =>
    variable
      ? [{ kind: 'variable', name: variable.name, isSecret: variable.isSecret }]
      : usual === ''
        ? []
        : [{ kind: 'text', text: usual }]
  const text = (written: string): ConnectionPart => ({ kind: 'text', text: written })
  const path = value(database, kind.defaultDatabase)
  const login = [...value(user, kind.defaultUser), ...(password ? [text(':'), ...value(password, '')] : [])]
  return [
    text(`${kind.scheme}://`),
    ...login,
    text(`${login.length > 0 ? '@' : ''}${address}`),
    ...(path.length > 0 ? [text('/'), ...path] : []),
  ]
}

const referenceOf = (kind: ConnectionKind, service: StoredService, port: number | null): string => {
  const { user, password, database } = findVariables(kind, service)
  const reference = (name: string) => `\${${service.name}.${name}}`
  const login = `${user ? reference(user.name) : kind.defaultUser}${password ? `:${reference(password.name)}` : ''}`
  const path = database ? reference(database.name) : kind.defaultDatabase
  const address = `${reference('host')}:${port === service.ports[0]?.containerPort ? reference('port') : (port ?? kind.port)}`
  return `${kind.scheme}://${login}${login === '' ? '' : '@'}${address}${path === '' ? '' : `/${path}`}`
}

/** The password of the administrator belongs to no other user. */
const findVariables = (kind: ConnectionKind, service: StoredService) => {
  const variables = variablesOf(service)
  const user = firstOf(variables, kind.user)
  const isOfRoot = (name: string) => name.includes('_ROOT_PASSWORD') && kind.scheme === 'mysql'
  const names = kind.password.filter((name) => isOfRoot(name) === (user === undefined && kind.scheme === 'mysql'))
  return { user, password: firstOf(variables, names), database: firstOf(variables, kind.database) }
}

const MASKED = '••••'

/** Returns the string with the values that are known, percent-encoded; a secret and an unknown value are masked. */
export const connectionString = (
  parts: readonly ConnectionPart[],
  valueOfVariable: (name: string) => string | undefined,
): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text
      const value = part.isSecret ? undefined : valueOfVariable(part.name)
      return value === undefined ? MASKED : encodeURIComponent(value.toWellFormed())
    })
    .join('')
