import * as v from 'valibot'
import { mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { appTypes, organization } from '../wire/account.ts'
import { filledText, organizationId } from '../wire/common.ts'
import { fullOrganization } from '../wire/organization.ts'

export const organizationCalls = {
  createOrganization: call({
    method: 'POST',
    path: 'organization',
    access: 'inSession',
    body: v.strictObject({
      name: filledText(60),
      username: v.optional(filledText(60)),
      image: v.optional(v.null('Create the organisation before you upload a picture.'), null),
      preferedAppType: v.optional(v.picklist(appTypes), 'compute'),
    }),
    response: v.object({ organization }),
    // No toast: the steps of its creation are still on screen.
    invalidates: ['readProfile'],
    summary:
      'Create an organisation with its three sub-organisations. The caller becomes its owner. Without a username, one is derived from the name.',
  }),
  readOrganization: call({
    method: 'GET',
    path: 'organization/{id}',
    access: mayVisit('organization.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    response: v.object({ organization: fullOrganization }),
    summary: 'Get an organisation with its members, and with its invitations if the caller can manage members.',
  }),
  findOrganization: call({
    method: 'GET',
    path: 'organization',
    access: 'public',
    query: v.strictObject({ username: filledText(60) }),
    response: v.object({ organization }),
    summary: 'Get an organisation of the caller, or a public one, by its current or a former username.',
  }),
}
