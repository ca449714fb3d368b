import * as v from 'valibot'
import { permissions } from '../access.ts'
import { userId } from './common.ts'

/** From most to least privileged. */
export const roleGroups = ['owner', 'admin', 'member', 'billing', 'viewer'] as const
export const roleGroup = v.picklist(roleGroups)
export const permission = v.picklist(permissions)

/** A member in the team list. Visitors, and API tokens without the scope `members`, get no e-mail address. */
export const memberWithRole = v.object({
  _id: userId,
  userId,
  roleGroup,
  username: v.string(),
  name: v.string(),
  avatar: v.nullable(v.string()),
  email: v.nullable(v.string()),
  /** Whether a login provider confirmed the address; an address that was only typed may belong to another person. */
  emailVerified: v.boolean(),
  joinedAt: v.string(),
})

export type RoleGroup = (typeof roleGroups)[number]
export type MemberWithRole = v.InferOutput<typeof memberWithRole>
