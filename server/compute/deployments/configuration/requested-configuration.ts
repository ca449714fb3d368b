import type { ParsedOf } from '../../../../src/contract/contract.ts'
import type {
  InstanceConfiguration,
  StoredConfiguration,
} from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { ApiError } from '../../../http/api-error.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import { CUSTOM_PLAN_ID } from '../../catalogue/plan-wire.ts'
import { withTemplateService } from '../../catalogue/templates/services/with-template-service.ts'
import type { TemplateSource } from '../../catalogue/templates/template-source.ts'
import { requestedSize } from '../../instances/requested-size.ts'
import { flatConfiguration } from './flat-configuration.ts'

interface Requested {
  configuration: InstanceConfiguration
  machineImageId: string
}

/** Returns the configuration of a new instance, which the call gives as a whole or by the fields of a single service. */
export function requestedConfiguration(
  input: ParsedOf<'createInstance'>,
  template: TemplateSource | undefined,
): Requested {
  const { configuration, image, machineImageId } = input
  if (configuration) {
    if (image !== undefined) throw invalidField('image', 'Set the image of each service in the configuration.')
    return { configuration, machineImageId: machineImageId ?? CUSTOM_PLAN_ID }
  }
  if (image === undefined) throw invalidField('image', 'Required.')
  if (machineImageId === undefined) throw invalidField('machineImageId', 'Required.')
  const size = requestedSize({ ...input, machineImageId })
  const onlyService = withTemplateService(template, flatConfiguration({ ...input, image }, size))
  return { configuration: onlyService, machineImageId }
}

/** Returns the configuration of an update. Fields of a single service change the one that the instance has. */
export function updatedConfiguration(
  input: ParsedOf<'updateInstance'>,
  base: StoredConfiguration,
  machineImageId: string,
): Requested {
  const { configuration, image, command, environment, ports, machineImageId: plan } = input
  if (configuration) return { configuration, machineImageId: plan ?? machineImageId }
  const [service, ...others] = base.services
  if (!service || others.length > 0) {
    throw new ApiError('invalid', {
      fields: [
        { field: 'configuration', message: 'This instance has several services. Send its whole configuration.' },
      ],
    })
  }
  const isResized =
    plan !== undefined || input.cpu !== undefined || input.memory !== undefined || input.storage !== undefined
  const sizePlan = plan ?? CUSTOM_PLAN_ID
  const size = isResized
    ? requestedSize({
        machineImageId: sizePlan,
        cpu: input.cpu ?? service.cpuMilli,
        memory: input.memory ?? service.memoryBytes,
        storage: input.storage ?? service.storageBytes,
      })
    : {}
  return {
    machineImageId: isResized ? sizePlan : machineImageId,
    configuration: {
      services: [
        {
          ...keepingValues(service),
          ...size,
          ...(image !== undefined && { image }),
          ...(command !== undefined && { command: command && command.length > 0 ? command : null }),
          ...(environment && {
            environment: environment.map(({ name, value }) => ({ name, value, isSecret: isSecretIn(service, name) })),
          }),
          ...(ports && {
            ports: ports.map(
              ({ containerPort }) =>
                service.ports.find((port) => port.containerPort === containerPort) ?? {
                  containerPort,
                  protocol: 'http' as const,
                  exposure: 'public' as const,
                },
            ),
          }),
        },
      ],
    },
  }
}

/** The configuration of a deployment as an input that keeps all of its values. */
export const keepingAllValues = ({ services }: StoredConfiguration): InstanceConfiguration => ({
  services: services.map(keepingValues),
})

const keepingValues = (
  service: StoredConfiguration['services'][number],
): InstanceConfiguration['services'][number] => ({
  ...service,
  environment: service.environment.map(({ name, isSecret }) => ({ name, isSecret })),
  files: service.files.map(({ path, mode, isSecret }) => ({ path, mode, isSecret })),
})

const isSecretIn = ({ environment }: StoredConfiguration['services'][number], name: string): boolean =>
  environment.some((variable) => variable.name === name && variable.isSecret)
