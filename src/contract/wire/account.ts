import * as v from 'valibot'
import { filledText, instant, organizationId, text, userId } from './common.ts'
import { unreadNotifications } from './notification.ts'

export const appTypes = ['site', 'compute', 'storage'] as const
export const themes = ['light', 'dark', 'default'] as const
export const providers = ['google', 'github', 'gitlab', 'bitbucket'] as const
/** The providers that host repositories. */
export const gitProviders = ['github', 'gitlab', 'bitbucket'] as const
export const wallets = ['metamask', 'phantom'] as const
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024
/** Every way to sign in: through a provider or with a wallet. */
export const loginProviders = [...providers, ...wallets] as const
/** The provider name of users who signed up with any wallet. */
export const WEB3 = 'web3'

export const email = v.pipe(
  text(254),
  v.regex(/^[A-Za-z0-9._-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,6}$/, 'Enter a valid e-mail address.'),
)

const subOrganization = v.object({ _id: organizationId, profile: v.object({ username: v.string() }) })

export const organization = v.object({
  _id: organizationId,
  profile: v.object({ name: v.string(), username: v.string(), image: v.nullable(v.string()) }),
  preferedAppType: v.picklist(appTypes),
  site: subOrganization,
  compute: subOrganization,
  storage: subOrganization,
  publiclyAccessible: v.boolean(),
  /** The caller's role; null for a visitor. */
  role: v.nullable(v.string()),
  /** The sequence number of its newest event at the time of reading; a live watch starts after it. */
  sequence: v.number(),
  createdAt: instant,
})

export const user = v.object({
  _id: userId,
  createdAt: instant,
  platformProfile: v.object({
    username: v.string(),
    name: v.string(),
    email: v.nullable(v.string()),
    avatar: v.nullable(v.string()),
    role: v.string(),
  }),
  preferences: v.object({ theme: v.picklist(themes), referralEnabled: v.boolean() }),
  organizations: v.array(organization),
  defaultOrganization: v.nullable(organizationId),
  provider: v.object({ name: v.string() }),
  providerProfiles: v.array(
    v.object({
      providerName: v.picklist(loginProviders),
      id: v.string(),
      name: v.string(),
      username: v.string(),
      html_url: v.nullable(v.string()),
      createdAt: instant,
    }),
  ),
  notifications: unreadNotifications,
  canDeploy: v.boolean(),
})

/** A user's permission to read their repositories at a git provider, for one organisation. */
export const gitAuthorization = v.object({
  provider: v.picklist(gitProviders),
  /** The name of the account at the provider. */
  username: v.string(),
  organizationId,
  organization: v.object({ profile: v.object({ name: v.string(), username: v.string() }) }),
  /** When it was granted last. */
  grantedAt: instant,
})

/** The fields of onboarding; each is optional. */
export const profileFields = v.strictObject({
  username: v.optional(
    v.pipe(filledText(60), v.regex(/^[a-z0-9][a-z0-9-]*$/, 'Use only lowercase letters, digits and hyphens.')),
  ),
  name: v.optional(filledText(120)),
  /** In any format, so that a profile can be sent back as it was read; a changed address has to be valid. */
  email: v.optional(v.nullable(text(254))),
  avatar: v.optional(v.nullable(text(2000))),
  defaultOrganization: v.optional(organizationId),
})

export type Organization = v.InferOutput<typeof organization>
export type User = v.InferOutput<typeof user>
export type Provider = (typeof providers)[number]
export type GitProvider = (typeof gitProviders)[number]
export type GitAuthorization = v.InferOutput<typeof gitAuthorization>
export type Wallet = (typeof wallets)[number]
export type LoginProvider = (typeof loginProviders)[number]
export type AppType = (typeof appTypes)[number]
export type Theme = (typeof themes)[number]
