import type { InstanceConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import type { Fields } from './codec.ts'
import { asIs, text } from './scalar-codecs.ts'
import { serviceFields } from './service-fields.ts'
import { namedMapOf } from './structure-codecs.ts'

/** What a file says about an instance. */
export interface ConfigurationFile {
  name?: string
  region?: string
  configuration: InstanceConfiguration
}

/** The fields of the file, in the order in which they are written. */
export const fileFields: Fields = {
  name: { to: 'name', codec: text, description: 'The name of the instance.' },
  region: { to: 'region', codec: text, description: 'The region that it runs in.' },
  projectNetwork: {
    to: 'projectNetwork',
    codec: asIs,
    description: 'Whether other instances of the project find its services, as SERVICE.INSTANCE.',
  },
  services: { to: 'services', codec: namedMapOf(serviceFields), description: 'Its services, by name.' },
}
