import type { Permission } from '../../../src/contract/access.ts'
import { type Standing, useStanding } from './use-standing.ts'

const wordsFor = ({ role }: Standing): string =>
  role === null
    ? 'Only members of this organisation can do this.'
    : `Your role here, ${role}, cannot do this. Ask an owner of the organisation.`

/** Why the person may not do what needs a permission; undefined where they may. */
export const useBlocked = (permission: Permission): string | undefined => {
  const standing = useStanding()
  return standing.permissions.includes(permission) ? undefined : wordsFor(standing)
}
