import * as v from 'valibot'
import { type TokenScope, tokenScopes } from '../access.ts'
import { appTypes } from './account.ts'
import { instant, organizationId } from './common.ts'

/** The scopes of a new API token unless its owner chooses others. */
export const defaultTokenScopes: readonly TokenScope[] = ['read', 'deploy', 'logs']

export const chosenScopes = v.pipe(
  v.array(v.picklist(tokenScopes, 'Unknown scope.')),
  v.minLength(1, 'Choose at least one scope.'),
  v.maxLength(tokenScopes.length, 'Use each scope only once.'),
  v.check((scopes) => new Set(scopes).size === scopes.length, 'Use each scope only once.'),
)

export const apiKey = v.object({
  id: v.string(),
  name: v.string(),
  /** The sub-organisation that the token is for. */
  organizationId,
  scope: v.object({ appType: v.picklist(appTypes), profile: v.object({ name: v.string(), username: v.string() }) }),
  /** What the token may do there, limited by its owner's permissions. The scopes never change. */
  scopes: v.array(v.picklist(tokenScopes)),
  /** The first characters of the token. */
  start: v.string(),
  /** Null: never expires. */
  expiresAt: v.nullable(instant),
  lastUsedAt: v.nullable(instant),
  /** The IP address that it was last used from. */
  lastUsedFrom: v.nullable(v.string()),
  createdAt: instant,
})

export type ApiKey = v.InferOutput<typeof apiKey>
