import type { StoredConfiguration } from '../../contract/wire/instance/instance-configuration.ts'
import { type ConfigurationChange, compareConfigurations } from './compare-configurations.ts'
import { settingLabels, settingText } from './setting-texts.ts'

/** A setting whose value differs, as text; null where it is not set. */
export interface Difference {
  /** Empty for a setting of the whole instance. */
  service: string
  field: string
  before: string | null
  after: string | null
}

const SAVED = 'Hidden value'
const nouns = { environment: 'Variable', files: 'File' } as const

/** Lists the differences of two configurations. Of variables and files only a change is known, never a value. */
export const configurationDifferences = (before: StoredConfiguration, after: StoredConfiguration): Difference[] => {
  const imageIn = ({ services }: StoredConfiguration, service: string) =>
    services.find(({ name }) => name === service)?.image ?? null

  const differenceOf = (change: ConfigurationChange): Difference => {
    switch (change.kind) {
      case 'serviceAdded':
      case 'serviceRemoved': {
        const { service } = change
        return { service, field: 'Service', before: imageIn(before, service), after: imageIn(after, service) }
      }
      case 'registryChanged':
        return { service: '', field: 'Private registry', before: change.before, after: change.after }
      case 'projectNetworkChanged': {
        const text = (isOn: boolean) => (isOn ? 'On' : 'Off')
        return { service: '', field: 'Project network', before: text(change.before), after: text(change.after) }
      }
      case 'changed': {
        const { service, field } = change
        const text = (value: unknown) => settingText(field, value)
        return { service, field: settingLabels[field] ?? field, before: text(change.before), after: text(change.after) }
      }
      case 'added':
      case 'removed':
      case 'valueChanged':
        return {
          service: change.service,
          field: `${nouns[change.field]} ${change.name}`,
          before: change.kind === 'added' ? null : SAVED,
          after: change.kind === 'removed' ? null : change.kind === 'added' ? SAVED : 'Changed',
        }
    }
  }
  return compareConfigurations(before, after).map(differenceOf)
}
