import { useInstanceVolumes } from './use-instance-volumes.ts'

/** Says that a deployment of an instance with volumes interrupts it. Nothing for other instances. */
export const GapNote = ({ id }: { id: string }) => {
  const { volumes, lastGapMs } = useInstanceVolumes(id)
  const isMounted = volumes.some(({ attachment }) => attachment?.service)
  if (!isMounted) return null
  const last = lastGapMs === null ? '' : ` The last time, this took ${(lastGapMs / 1000).toFixed(1)} seconds.`
  return ` Volumes are kept. They have one writer, so the old replicas stop before the new ones start.${last}`
}
