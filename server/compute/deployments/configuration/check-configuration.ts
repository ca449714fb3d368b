import type { FieldError } from '../../../../src/contract/error-codes.ts'
import type { InstanceConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { Engine } from '../../../engines/engine.ts'
import { ApiError } from '../../../http/api-error.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import { MAX_TIMEOUT_MS } from '../../reconcile/health/probe-of.ts'
import { supportedSettings, unsupportedMessage, unsupportedSettings } from './unsupported-settings.ts'
import { wrongPaths } from './wrong-paths.ts'

/** Rejects what the engine would reject too, but only after the configuration is stored. */
export async function checkConfiguration(
  engine: Pick<Engine, 'capabilities' | 'findInvalidVariable'>,
  configuration: InstanceConfiguration,
  { isFlat, addressCount }: { isFlat: boolean; addressCount: number },
): Promise<void> {
  const prefixOf = (service: number) => (isFlat ? '' : `configuration.services.${service}.`)
  const supported = supportedSettings(await engine.capabilities(), { addressCount })
  const fields = [
    ...unsupportedSettings(configuration, supported, prefixOf),
    ...wrongChecks(configuration),
    ...configuration.services.flatMap((service, index) => wrongPaths(service, prefixOf(index))),
    ...(configuration.projectNetwork && !supported.has('projectNetwork') ? [noNetworks] : []),
  ]
  if (fields.length > 0) throw new ApiError('invalid', { fields })
  for (const [place, { environment }] of configuration.services.entries()) {
    const given = environment.flatMap(({ name, value }): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    )
    const invalid = await engine.findInvalidVariable(Object.fromEntries(given))
    if (!invalid) continue
    const index = environment.findIndex(({ name }) => name === invalid.name)
    throw invalidField(`${prefixOf(place)}environment.${index}.name`, invalid.message)
  }
}

const noNetworks: FieldError = {
  field: 'configuration.projectNetwork',
  message: 'The engine of this region has no networks, so it cannot have a project network.',
}

const wrongChecks = ({ services }: InstanceConfiguration): FieldError[] =>
  services.flatMap((service, index) => errorsOfCheck(service, `configuration.services.${index}.`))

type Checked = Pick<InstanceConfiguration['services'][number], 'healthCheck' | 'ports'>

/** Rejects a new health check of one service at its field. */
export async function checkHealthCheck(engine: Pick<Engine, 'capabilities'>, service: Checked): Promise<void> {
  const fields = errorsOfCheck(service, '')
  if (fields.length > 0) throw new ApiError('invalid', { fields })
  const { commands } = await engine.capabilities()
  if (service.healthCheck?.kind === 'command' && !commands)
    throw invalidField('healthCheck.command', unsupportedMessage('commandCheck'))
}

function errorsOfCheck(service: Checked, prefix: string): FieldError[] {
  const unpublished = unpublishedCheck(service)
  const isTooLong = (service.healthCheck?.timeoutMs ?? 0) > MAX_TIMEOUT_MS
  return [
    ...(unpublished === undefined ? [] : [{ field: `${prefix}healthCheck.port`, message: unpublished }]),
    ...(isTooLong ? [{ field: `${prefix}healthCheck.timeoutMs`, message: 'At most 30 seconds.' }] : []),
  ]
}

/** Returns what is wrong with the port of a health check, which connects to ports that its service declares. */
function unpublishedCheck({ healthCheck, ports }: Checked): string | undefined {
  if (!healthCheck || healthCheck.kind === 'command') return undefined
  const { port } = healthCheck
  const isDeclared = ports.some(({ containerPort, protocol }) => containerPort === port && protocol !== 'udp')
  return isDeclared ? undefined : `Add port ${port} to the ports of the service first; it may be internal.`
}
