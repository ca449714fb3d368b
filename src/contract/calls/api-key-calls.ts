import * as v from 'valibot'
import { call } from '../call.ts'
import { apiKey, chosenScopes, defaultTokenScopes } from '../wire/api-key.ts'
import { filledText, instant, organizationId } from '../wire/common.ts'

export const apiKeyCalls = {
  readApiKeys: call({
    method: 'GET',
    path: 'api-keys',
    access: 'inSession',
    response: v.object({ apiKeys: v.array(apiKey) }),
    summary: 'List the API tokens of the caller, newest first.',
  }),
  createApiKey: call({
    method: 'POST',
    path: 'api-keys',
    access: 'inSession',
    stepUp: true,
    body: v.strictObject({
      name: filledText(100),
      /** A sub-organisation, which determines the kind of app; an organisation stands for its preferred kind. */
      organizationId,
      /** Null: never expires. */
      expiresAt: v.nullable(instant),
      scopes: v.optional(chosenScopes, [...defaultTokenScopes]),
    }),
    response: v.object({ apiKey: v.object({ ...apiKey.entries, value: v.string() }) }),
    oneTimeResponse: true,
    failure: 'The token was not created',
    invalidates: ['readApiKeys'],
    summary:
      'Create an API token. Without scopes, it can read, deploy and read logs. Its value is returned only once and is not stored.',
  }),
  deleteApiKeys: call({
    method: 'DELETE',
    path: 'api-keys',
    access: 'inSession',
    body: v.strictObject({
      apiKeyIds: v.pipe(
        v.array(v.pipe(v.string(), v.uuid('Not a valid id.'))),
        v.minLength(1, 'Select at least one.'),
        v.maxLength(200, 'Select at most 200.'),
      ),
    }),
    response: v.object({ deleted: v.number() }),
    success: 'Deleted',
    invalidates: ['readApiKeys'],
    summary: 'Delete API tokens. Programs that use them lose access at once.',
  }),
}
