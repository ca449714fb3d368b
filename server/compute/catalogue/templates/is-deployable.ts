import type { TemplateFileService } from './template-schema.ts'
import type { TemplateSource } from './template-source.ts'

/** No engine offers GPUs. An engine that lacks anything else rejects it at its field. */
export const isDeployable = ({ processingType }: Pick<TemplateSource, 'processingType'>): boolean =>
  processingType !== 'gpu'

/** Whether a template is more than one container with public ports and plain or generated variables. */
export function needsConfiguration({ services }: Pick<TemplateSource, 'services'>): boolean {
  const some = (test: (service: TemplateFileService) => boolean) => services.some(test)
  return (
    services.length > 1 ||
    some(({ volumes, files, entrypoint, user }) => volumes.length > 0 || files.length > 0 || !!entrypoint || !!user) ||
    some(({ environment }) => environment.some(({ reference }) => reference !== undefined)) ||
    some(({ ports }) => ports.some(({ exposure, protocol }) => exposure === 'internal' || protocol === 'udp'))
  )
}
