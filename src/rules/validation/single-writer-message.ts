/** Why a service with a volume cannot have several replicas. */
export const singleWriterMessage = (service: string): string =>
  `A volume has one writer. Set ${service || 'the service'} to one replica, or remove the volume.`
