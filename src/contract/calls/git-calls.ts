import * as v from 'valibot'
import { call } from '../call.ts'
import { gitAuthorization, gitProviders } from '../wire/account.ts'
import { done, organizationId } from '../wire/common.ts'

/** Access to repositories that the caller granted. It is granted by a navigation, `git-meta/{provider}/app/auth/{id}`. */
export const gitCalls = {
  readGitAuthorizations: call({
    method: 'GET',
    path: 'git-meta/app/auth',
    access: 'inSession',
    response: v.object({ authorizations: v.array(gitAuthorization) }),
    summary: 'List the access to repositories that the caller granted, newest first.',
  }),
  revokeGitAuthorization: call({
    method: 'DELETE',
    path: 'git-meta/{provider}/app/auth/{id}',
    access: 'inSession',
    params: v.strictObject({ provider: v.picklist(gitProviders, 'Unknown git provider.'), id: organizationId }),
    response: done,
    invalidates: ['readGitAuthorizations', 'readSecurityLog'],
    summary: 'Revoke the access to repositories that the caller granted for an organisation, and delete its tokens.',
  }),
}
