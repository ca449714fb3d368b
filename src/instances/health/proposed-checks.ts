import type { InputOf } from '../../contract/contract.ts'

type Configuration = NonNullable<InputOf<'updateInstance'>['configuration']>
type Service = Configuration['services'][number]
type HealthCheck = NonNullable<Service['healthCheck']>

export interface ProposedCheck {
  service: string
  check: Extract<HealthCheck, { kind: 'http' | 'tcp' }>
}

/** Proposes a health check for each service that has none and listens on a port: over HTTP where it speaks it. */
export const proposedChecks = ({ services }: Configuration): ProposedCheck[] =>
  services.flatMap(({ name, healthCheck, ports = [] }): ProposedCheck[] => {
    if (healthCheck) return []
    const [http] = ports.filter(({ protocol = 'http' }) => protocol === 'http')
    if (http) return [{ service: name, check: { kind: 'http', path: '/', port: http.containerPort } }]
    const [tcp] = ports.filter(({ protocol }) => protocol === 'tcp')
    return tcp ? [{ service: name, check: { kind: 'tcp', port: tcp.containerPort } }] : []
  })

/** Adds the proposed checks of the chosen services. */
export const withChecks = (
  configuration: Configuration,
  proposed: readonly ProposedCheck[],
  chosen: ReadonlySet<string>,
): Configuration => ({
  ...configuration,
  services: configuration.services.map((service) => {
    const found = chosen.has(service.name) && proposed.find((proposal) => proposal.service === service.name)
    return found ? { ...service, healthCheck: found.check } : service
  }),
})

/** `Check web over HTTP at / on port 8080` */
export const proposalText = ({ service, check }: ProposedCheck): string =>
  check.kind === 'http'
    ? `Check ${service} over HTTP at ${check.path} on port ${check.port}`
    : `Check ${service} on port ${check.port}`
