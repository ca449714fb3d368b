import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useEngineOf } from '../../hooks/use-engine-of.ts'
import type { Deploy } from './deploy/use-deploy.ts'

/** Returns whether the choice needs a container engine and its region has none: the instance would fail to start. */
export const useNeedsContainers = ({ catalogue, settings }: Deploy): boolean => {
  const engine = useEngineOf(catalogue.region?.region)?.kind
  const templates = lastLoaded(catalogue.templates.data)?.value.templates
  const images = settings.configuration?.services.map(({ image }) => image) ?? [settings.image ?? '']
  if (engine !== 'process' || !templates) return false
  const isBuiltIn = (image: string) =>
    templates.some(({ builtIn, services }) => builtIn && services.some((service) => service.image === image))
  return images.some((image) => image !== '' && !isBuiltIn(image))
}
