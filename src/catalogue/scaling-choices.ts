import type { Region, ScalingMode } from '../contract/wire/catalogue.ts'

const labels: Readonly<Record<ScalingMode, string>> = {
  SCALING_ALLOWED: 'Manual',
  AUTO_SCALING: 'Automatic',
  NO_SCALING: 'None',
}

/** The scaling modes of a region to choose from. Empty where there is no choice, because the region has only one. */
export const scalingChoices = (
  regions: readonly Pick<Region, 'region' | 'scalingMode'>[],
  chosen: string | undefined,
): { value: ScalingMode; label: string }[] => {
  const modes = regions.filter(({ region }) => region === chosen)
  return modes.length > 1 ? modes.map(({ scalingMode }) => ({ value: scalingMode, label: labels[scalingMode] })) : []
}
