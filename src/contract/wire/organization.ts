import * as v from 'valibot'
import { appTypes, organization } from './account.ts'
import { filledText, instant, text, userId } from './common.ts'
import { invite } from './invite.ts'
import { roleGroup } from './role.ts'

/** A domain registry on a blockchain. Only its address and a name are stored; its content is read from the chain. */
export const registry = v.object({
  /** Its address, which identifies a contract. */
  id: v.string(),
  address: v.string(),
  name: v.string(),
  createdOn: instant,
})

/** Of a contract on an EVM chain. The server also checks the capital letters, which are a checksum. */
const registryAddress = v.pipe(
  filledText(120),
  v.regex(/^0x[0-9a-fA-F]{40}$/, 'Enter the address of a contract: 0x and 40 hexadecimal digits.'),
  v.regex(/[^0x]/, 'No contract has this address.'),
)
export const registryFields = v.strictObject({ address: registryAddress, name: filledText(60) })

/** `overdueResponse` has the amount by which each limit is exceeded. */
export const overdue = v.object({
  overdue: v.boolean(),
  message: v.string(),
  overdueReasons: v.array(v.string()),
  overdueResponse: v.record(v.string(), v.number()),
})

/** An organisation with all details, for its own pages; the profile contains the short form. */
export const fullOrganization = v.object({
  ...organization.entries,
  /** The requested sub-organisation; for the organisation itself, its preferred kind. */
  appType: v.picklist(appTypes),
  privacy: v.picklist(['public', 'private']),
  /** The members with their roles in this organisation. */
  users: v.array(v.object({ _id: userId, platformProfile: v.object({ role: roleGroup }) })),
  /** Empty for callers who may not manage members, because it contains e-mail addresses. */
  invitedMembers: v.array(invite),
  registries: v.array(registry),
  overdue,
})

/** The fields that all watchers of an organisation receive; none depends on the watcher. */
export const publishedOrganization = v.omit(organization, ['role', 'sequence'])

/** The categories of mails that an organisation's owners and administrators can receive. */
export const notificationCategories = ['members', 'security'] as const
export const notificationConfig = v.object({ notificationCategories: v.array(v.picklist(notificationCategories)) })

export const billingDetails = {
  companyName: v.optional(text(120), ''),
  taxId: v.optional(text(60), ''),
  invoiceEmailRecipient: v.optional(
    v.union([v.literal(''), v.pipe(text(254), v.email('Enter a valid e-mail address.'))]),
    '',
  ),
  billingAddress: v.optional(text(400), ''),
}

export type Registry = v.InferOutput<typeof registry>
export type Overdue = v.InferOutput<typeof overdue>
export type FullOrganization = v.InferOutput<typeof fullOrganization>
export type NotificationCategory = (typeof notificationCategories)[number]
