import { useCallback } from 'react'
import type { Deployment } from '../../../src/contract/wire/compute.ts'
import { nameOf, useMembers } from '../../team/use-members.ts'

/** Returns a function that names the user who made a deployment. */
export const useAuthors = () => {
  const { members } = useMembers()
  return useCallback(
    ({ createdBy }: Pick<Deployment, 'createdBy'>): string => {
      if (createdBy === null) return 'System'
      const member = members.find(({ userId }) => userId === createdBy)
      return member ? nameOf(member) : 'Former member'
    },
    [members],
  )
}
