import type { Region } from '../../contract/wire/catalogue.ts'

/** Why a deployment cannot have a graphics processor; null while the regions are not known. */
export const accelerateObstacle = (regions: readonly Pick<Region, 'resources'>[] | undefined): string | null => {
  if (!regions) return null
  return regions.some(({ resources }) => resources.gpu > 0)
    ? 'The engine of this installation does not give graphics processors to workloads.'
    : 'No region offers a graphics processor at present.'
}
