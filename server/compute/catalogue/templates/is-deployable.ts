import {
  type Feature,
  supportedFeatures as supportedSettings,
} from '../../deployments/configuration/unsupported-settings.ts'
import type { TemplateFileService } from './template-schema.ts'
import type { TemplateSource } from './template-source.ts'

/** What a template can need beyond one container with public ports and plain or generated variables. */
export type TemplateFeature = 'services' | 'volumes' | 'files' | 'references' | 'internalPorts' | 'udp' | 'gpu'

/** What templates can need where instances support these settings. */
export const featuresWith = (settings: ReadonlySet<Feature>): ReadonlySet<TemplateFeature> =>
  new Set([
    'services',
    'references',
    'internalPorts',
    ...(['volumes', 'files', 'udp'] as const).filter((feature) => settings.has(feature)),
  ])

/** What instances can be given. Templates that need more are not offered. */
export const supportedFeatures = featuresWith(supportedSettings)

export const isDeployable = (template: TemplateSource, supported = supportedFeatures): boolean =>
  neededFeatures(template).every((feature) => supported.has(feature))

/** Whether data that the program stores is lost with its instance, because its volumes are not supported. */
export const losesData = ({ services }: TemplateSource, supported = supportedFeatures): boolean =>
  !supported.has('volumes') && services.some(({ volumes }) => volumes.length > 0)

export function neededFeatures({ services, processingType }: TemplateSource): TemplateFeature[] {
  const some = (test: (service: TemplateFileService) => boolean) => services.some(test)
  const needs: Record<TemplateFeature, boolean> = {
    services: services.length > 1,
    volumes: some(({ volumes }) => volumes.some(({ optional }) => !optional)),
    files: some(({ files }) => files.length > 0),
    references: some(({ environment }) => environment.some(({ reference }) => reference !== undefined)),
    internalPorts: some(({ ports }) => ports.some(({ exposure }) => exposure === 'internal')),
    udp: some(({ ports }) => ports.some(({ protocol }) => protocol === 'udp')),
    gpu: processingType === 'gpu',
  }
  // The keys of a record are its features.
  return (Object.keys(needs) as TemplateFeature[]).filter((feature) => needs[feature])
}
