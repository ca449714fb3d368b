import * as v from 'valibot'
import { appTypes, organization } from './account.ts'
import { filledText, instant, text, userId } from './common.ts'
import { invite } from './invite.ts'
import { roleGroup } from './role.ts'

/** A domain registry on a chain. What is in it is read from there; here are only its address and a name for it. */
export const registry = v.object({ address: v.string(), name: v.string(), createdOn: instant })
export const registryFields = v.strictObject({ address: filledText(120), name: filledText(60) })

/** `overdueResponse` says by how much each limit is exceeded. */
export const overdue = v.object({
  overdue: v.boolean(),
  message: v.string(),
  overdueReasons: v.array(v.string()),
  overdueResponse: v.record(v.string(), v.number()),
})

/** An organisation as its own pages show it; the short form is part of the profile. */
export const fullOrganization = v.object({
  ...organization.entries,
  /** Which of its sub-organisations was asked for; where it was the organisation itself, the kind that it prefers. */
  appType: v.picklist(appTypes),
  privacy: v.picklist(['public', 'private']),
  /** Its members, each with the role here. */
  users: v.array(v.object({ _id: userId, platformProfile: v.object({ role: roleGroup }) })),
  /** Empty for who may not change members: the addresses are none of their business. */
  invitedMembers: v.array(invite),
  registries: v.array(registry),
  overdue,
})

/** What everybody who watches an organisation is told of it: nothing of it is about the one who is told. */
export const publishedOrganization = v.omit(organization, ['role', 'sequence'])

/** What an organisation's owners and administrators can be told of by mail. */
export const notificationCategories = ['members', 'security'] as const
export const notificationConfig = v.object({ notificationCategories: v.array(v.picklist(notificationCategories)) })

export const billingDetails = {
  companyName: v.optional(text(120), ''),
  taxId: v.optional(text(60), ''),
  invoiceEmailRecipient: v.optional(
    v.union([v.literal(''), v.pipe(text(254), v.email('Please enter a valid e-mail address.'))]),
    '',
  ),
  billingAddress: v.optional(text(400), ''),
}

export type Registry = v.InferOutput<typeof registry>
export type Overdue = v.InferOutput<typeof overdue>
export type FullOrganization = v.InferOutput<typeof fullOrganization>
export type NotificationCategory = (typeof notificationCategories)[number]
