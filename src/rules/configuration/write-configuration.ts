import * as v from 'valibot'
import { stringify } from 'yaml'
import type { StoredConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import { serviceSettings } from '../../contract/wire/instance/service.ts'
import { type ConfigurationFile, fileFields } from './configuration-file.ts'
import { writeFields } from './structure-codecs.ts'

type Service = ConfigurationFile['configuration']['services'][number] | StoredConfiguration['services'][number]

export interface WritableConfiguration extends Omit<ConfigurationFile, 'configuration'> {
  configuration: { services: readonly Service[]; projectNetwork?: boolean | undefined }
}

/** Writes a configuration as YAML. Values that the server keeps to itself are written as `keep: true`. */
export const writeConfiguration = ({ configuration, ...head }: WritableConfiguration): string =>
  stringify(
    writeFields(
      {
        ...head,
        ...(configuration.projectNetwork && { projectNetwork: true }),
        services: configuration.services.map(withoutDefaults),
      },
      fileFields,
    ),
    // Long lines are not folded, so that a value looks as it is.
    { version: '1.2', lineWidth: 0, aliasDuplicateObjects: false },
  )

/** A file shows what is special about a service. */
const withoutDefaults = (given: Service): Record<string, unknown> => {
  const defaults: Record<string, unknown> = v.getDefaults(serviceSettings)
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => defaults[name] === undefined || JSON.stringify(value) !== JSON.stringify(defaults[name]),
    ),
  )
}
