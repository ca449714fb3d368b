import { gapText } from '../../src/volumes/gap-text.ts'
import { useInstanceVolumes } from './use-instance-volumes.ts'

/** Describes the interruption by a deployment of an instance with volumes. Empty for other instances. */
export const GapNote = ({ id }: { id: string }) => {
  const { isMounted, lastGapMs } = useInstanceVolumes(id)
  return isMounted ? ` ${gapText(lastGapMs)}` : null
}
