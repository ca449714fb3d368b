import type { FieldError } from '../../../../src/contract/error-codes.ts'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { singleWriterMessage } from '../../../../src/rules/validation/single-writer-message.ts'

export interface Mount {
  field: string
  service: StoredService
  volume: StoredService['volumes'][number]
}

export const mountsOf = (services: readonly StoredService[]): Mount[] =>
  services.flatMap((service, place) =>
    service.volumes.map((volume, index) => ({
      field: `configuration.services.${place}.volumes.${index}`,
      service,
      volume,
    })),
  )

/** Returns an error for each volume that would have several writers. */
export function checkSingleWriter(mounts: readonly Mount[]): FieldError[] {
  const names = new Map<string, string>()
  return mounts.flatMap(({ field, service, volume }): FieldError[] => {
    if (service.replicas > 1) return [{ field, message: singleWriterMessage(service.name) }]
    const other = names.get(volume.name)
    names.set(volume.name, service.name)
    if (other === undefined) return []
    return [{ field: `${field}.name`, message: `${other} mounts this volume already. Use another name.` }]
  })
}
