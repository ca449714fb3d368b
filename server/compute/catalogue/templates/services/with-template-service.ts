import * as v from 'valibot'
import { healthCheck } from '../../../../../src/contract/wire/instance/health-check.ts'
import type { InstanceConfiguration } from '../../../../../src/contract/wire/instance/instance-configuration.ts'
import type { TemplateSource } from '../template-source.ts'

/** Adds what a template says of its only service and the flat fields of a call cannot: protocols and health check. */
export function withTemplateService(
  template: TemplateSource | undefined,
  { services: [service, ...others] }: InstanceConfiguration,
): InstanceConfiguration {
  const [expected, ...more] = template?.services ?? []
  if (!service || !expected || more.length > 0) return { services: service ? [service, ...others] : [] }
  const ports = service.ports.map((port) => ({
    ...port,
    ...expected.ports.find(({ containerPort }) => containerPort === port.containerPort),
  }))
  const check = expected.healthCheck
  const isPublished =
    check !== undefined && (check.kind === 'command' || ports.some(({ containerPort }) => containerPort === check.port))
  return { services: [{ ...service, ports, healthCheck: isPublished ? v.parse(healthCheck, check) : null }, ...others] }
}
