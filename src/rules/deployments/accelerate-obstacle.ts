/** Why a deployment cannot have a graphics processor; null while it is not known how many each region has. */
export const accelerateObstacle = (gpuCounts: readonly number[] | undefined): string | null => {
  if (!gpuCounts) return null
  return gpuCounts.some((count) => count > 0)
    ? 'The engine of this installation does not give graphics processors to workloads.'
    : 'No region offers a graphics processor at present.'
}
