import type * as v from 'valibot'
import type { healthCheck } from '../../contract/wire/instance/health-check.ts'
import type { instanceConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import type { service } from '../../contract/wire/instance/service.ts'
import { rulesInput } from '../scaling/rules-draft.ts'
import { linesIn } from './argument-lines.ts'
import type { HealthCheckDraft, PortDraft, ServiceDraft, VariableDraft } from './service-draft.ts'

const MIB = 1_048_576
const GIB = 1024 * MIB

export type ConfigurationInput = v.InferInput<typeof instanceConfiguration>
export type ServiceInput = v.InferInput<typeof service>
export type HealthCheckInput = v.InferInput<typeof healthCheck>

/** An empty field becomes no number, which the contract's validation rejects. */
const number = (typed: number | null, factor = 1): number => (typed === null ? Number.NaN : Math.round(typed * factor))

const portNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

const textOrNone = (typed: string): string | null => (typed.trim() === '' ? null : typed)

/** Rows that were added and left empty. */
export const isBlankVariable = ({ name, value }: VariableDraft): boolean => name.trim() === '' && !value
export const isBlankPort = ({ containerPort }: PortDraft): boolean => containerPort.trim() === ''

export const typedHealthCheck = (draft: HealthCheckDraft): HealthCheckInput | null => {
  const timing = {
    periodMs: number(draft.periodSeconds, 1000),
    timeoutMs: number(draft.timeoutSeconds, 1000),
    retries: number(draft.retries),
    startPeriodMs: number(draft.startPeriodSeconds, 1000),
  }
  switch (draft.kind) {
    case 'none':
      return null
    case 'http':
      return { kind: 'http', path: draft.path, port: portNumber(draft.port), ...timing }
    case 'tcp':
      return { kind: 'tcp', port: portNumber(draft.port), ...timing }
    case 'command':
      return { kind: 'command', command: linesIn(draft.command) ?? [], ...timing }
  }
}

const typedService = ({ key: _, kept, ...draft }: ServiceDraft): ServiceInput => ({
  ...kept,
  files: kept.files.map(({ savedPath: _, ...file }) => file),
  name: draft.name,
  image: draft.image,
  entrypoint: linesIn(draft.entrypoint),
  command: linesIn(draft.command),
  releaseCommand: linesIn(draft.releaseCommand),
  workingDirectory: textOrNone(draft.workingDirectory),
  user: textOrNone(draft.user),
  environment: draft.environment
    .filter((variable) => !isBlankVariable(variable))
    .map(({ name, value, isSecret }) => ({ name, isSecret, ...(value !== null && { value }) })),
  variableGroups: [...draft.variableGroups],
  ports: draft.ports
    .filter((port) => !isBlankPort(port))
    .map((port) => ({ ...port, containerPort: portNumber(port.containerPort) })),
  cpuMilli: number(draft.cpu, 1000),
  memoryBytes: number(draft.memoryMib, MIB),
  storageBytes: number(draft.storageGib, GIB),
  replicas: number(draft.replicas),
  autoscalingRules: draft.autoscaling && rulesInput(draft.autoscaling),
  healthCheck: typedHealthCheck(draft.healthCheck),
  restartPolicy: draft.restartPolicy,
  stopSignal: textOrNone(draft.stopSignal),
  stopGraceMs: number(draft.stopGraceSeconds, 1000),
})

/** Services that start after a renamed or removed one follow it. */
export const typedConfiguration = (services: readonly ServiceDraft[], projectNetwork = false): ConfigurationInput => {
  const nameNow = new Map(services.map(({ key, name }) => [key, name]))
  return {
    ...(projectNetwork && { projectNetwork }),
    services: services.map((service) => ({
      ...typedService(service),
      startAfter: service.kept.startAfter.flatMap((before) => nameNow.get(before) ?? []),
    })),
  }
}
