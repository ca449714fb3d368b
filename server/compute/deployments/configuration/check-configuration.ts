import type { InstanceConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { Engine } from '../../../engines/engine.ts'
import { ApiError } from '../../../http/api-error.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import { type Feature, supportedFeatures, unsupportedSettings } from './unsupported-settings.ts'

/** Rejects what the engine would reject too, but only after the configuration is stored. */
export async function checkConfiguration(
  engine: Pick<Engine, 'findInvalidVariable' | 'capabilities'>,
  configuration: InstanceConfiguration,
  isFlat: boolean,
): Promise<void> {
  const { volumes } = await engine.capabilities()
  const fields = unsupportedSettings(
    configuration,
    volumes ? new Set<Feature>([...supportedFeatures, 'volumes']) : supportedFeatures,
  )
  if (fields.length > 0) throw new ApiError('invalid', { fields })
  for (const [place, { environment }] of configuration.services.entries()) {
    const given = environment.flatMap(({ name, value }): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    )
    const invalid = await engine.findInvalidVariable(Object.fromEntries(given))
    if (!invalid) continue
    const index = environment.findIndex(({ name }) => name === invalid.name)
    const prefix = isFlat ? '' : `configuration.services.${place}.`
    throw invalidField(`${prefix}environment.${index}.name`, invalid.message)
  }
}
