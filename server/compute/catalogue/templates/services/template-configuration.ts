import * as v from 'valibot'
import {
  type InstanceConfiguration,
  instanceConfiguration,
} from '../../../../../src/contract/wire/instance/instance-configuration.ts'
import { findPlanSize } from '../../plan-sizes.ts'
import { needsConfiguration } from '../is-deployable.ts'
import type { TemplateFileService } from '../template-schema.ts'
import type { TemplateSource } from '../template-source.ts'

const GIB = 1_073_741_824

/**
 * Returns the services of a template; null where the fields of a single service suffice. Variables that
 * `withTemplateValues` sets are left out. With `always` it returns a single service too, to check its fields.
 */
export function templateConfiguration(source: TemplateSource, { always = false } = {}): InstanceConfiguration | null {
  if (!always && !needsConfiguration(source)) return null
  return v.parse(instanceConfiguration, {
    services: source.services.map((service) => serviceOf(service, source.versions[0] ?? '')),
  })
}

function serviceOf(service: TemplateFileService, version: string) {
  const size = findPlanSize(service.plan)
  if (!size) throw new Error(`The plan ${service.plan} of a template does not exist`)
  const { name, image, entrypoint, command, user, environment, files, ports, volumes, healthCheck, startAfter } =
    service
  return {
    name,
    image: image.replaceAll('{version}', version),
    entrypoint: entrypoint ?? null,
    command: command ?? null,
    user: user ?? null,
    environment: environment
      .filter((variable) => !variable.generated && variable.reference === undefined)
      .filter((variable) => variable.default !== undefined || variable.required)
      .map((variable) => ({ name: variable.name, value: variable.default ?? '', isSecret: variable.secret })),
    files: files.map(({ path, content, mode, secret }) => ({
      path,
      content,
      mode: Number.parseInt(mode, 8),
      isSecret: secret,
    })),
    ports,
    cpuMilli: size.cpuMilli,
    memoryBytes: size.memoryBytes,
    storageBytes: size.storageBytes,
    volumes: volumes.map((volume) => ({
      name: volume.name,
      class: 'beta2',
      sizeBytes: volume.sizeGib * GIB,
      mountPath: volume.path,
    })),
    healthCheck: healthCheck ?? null,
    startAfter,
  }
}
