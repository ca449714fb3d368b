import { useInstanceVolumes } from './use-instance-volumes.ts'

/** Names the volumes that stay when an instance is deleted. Nothing for an instance without any. */
export const KeptVolumes = ({ id }: { id: string }) => {
  const { volumes } = useInstanceVolumes(id)
  if (volumes.length === 0) return null
  const names = volumes.map(({ name }) => name).join(', ')
  return ` ${volumes.length === 1 ? `The volume ${names} stays` : `The volumes ${names} stay`} in the project until you delete ${volumes.length === 1 ? 'it' : 'them'} there.`
}
