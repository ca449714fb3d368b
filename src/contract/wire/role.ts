import * as v from 'valibot'
import { permissions } from '../access.ts'
import { userId } from './common.ts'

/** From the one who may all to the one who may least. */
export const roleGroups = ['owner', 'admin', 'member', 'billing', 'viewer'] as const
export const roleGroup = v.picklist(roleGroups)
export const permission = v.picklist(permissions)

/** A member as the list of a team shows them. Visitors of a public organisation, and API tokens without the scope `members`, get no e-mail address. */
export const memberWithRole = v.object({
  _id: userId,
  userId,
  roleGroup,
  username: v.string(),
  name: v.string(),
  avatar: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** Whether a login provider vouched for the address; one that was only typed may be anybody's. */
  emailVerified: v.boolean(),
  joinedAt: v.string(),
})

export type RoleGroup = (typeof roleGroups)[number]
export type MemberWithRole = v.InferOutput<typeof memberWithRole>
