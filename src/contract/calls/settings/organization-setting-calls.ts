import * as v from 'valibot'
import { may, mayVisit } from '../../access.ts'
import { call } from '../../call.ts'
import { appTypes, MAX_PICTURE_BYTES, organization, pictureTypes } from '../../wire/account.ts'
import { done, filledText, instanceId, organizationId, projectId, text } from '../../wire/common.ts'
import { instanceStates } from '../../wire/compute.ts'
import { notificationCategories, notificationConfig, registryFields } from '../../wire/organization.ts'

const byId = v.strictObject({ id: organizationId })
const mayWrite = may('organization.write', 'organization', 'params.id')
/** The path that an upload returned; the server checks whom the picture belongs to. */
const image = v.nullable(v.pipe(text(100), v.startsWith('/api/avatar/', 'Upload a picture first.')))

export const organizationSettingCalls = {
  saveOrganization: call({
    method: 'PUT',
    path: 'organization/{id}',
    access: mayWrite,
    params: byId,
    body: v.strictObject({
      name: v.optional(filledText(60)),
      username: v.optional(filledText(60)),
      image: v.optional(image),
      preferedAppType: v.optional(v.picklist(appTypes)),
    }),
    response: v.object({ organization }),
    success: 'Organisation updated successfully',
    failure: "Can't update the organisation",
    invalidates: ['readProfile', 'readOrganization', 'findOrganization'],
    summary: 'Change the name, username, picture or preferred app type of an organisation.',
  }),
  uploadOrganizationImage: call({
    method: 'POST',
    path: 'organization/{id}/image',
    access: mayWrite,
    params: byId,
    file: { types: pictureTypes, maxBytes: MAX_PICTURE_BYTES },
    response: v.object({ image: v.string() }),
    invalidates: [],
    summary:
      'Upload a picture, which is cropped to a square and re-encoded. Save the organisation with the returned address to use it.',
  }),
  saveRegistry: call({
    method: 'PUT',
    path: 'organization/{id}/registry',
    access: mayWrite,
    params: byId,
    body: registryFields,
    response: done,
    success: 'Registry saved',
    invalidates: ['readOrganization'],
    summary: 'Save a domain registry. An existing one with the same address is renamed.',
  }),
  removeRegistry: call({
    method: 'DELETE',
    path: 'organization/{id}/registry',
    access: mayWrite,
    params: byId,
    // Any text, so that addresses from before they were validated can be removed.
    body: v.strictObject({ address: filledText(120) }),
    response: done,
    success: 'Registry removed',
    invalidates: ['readOrganization'],
    summary: 'Remove a domain registry from an organisation. Its contract stays on the chain.',
  }),
  deleteOrganization: call({
    method: 'DELETE',
    path: 'organization/{id}',
    access: may('organization.delete', 'organization', 'params.id'),
    stepUp: true,
    params: byId,
    response: done,
    success: 'Organisation deleted',
    invalidates: ['readProfile'],
    summary: 'Delete an organisation and all of its resources. Fails while instances are running.',
  }),
  readRunningInstances: call({
    method: 'GET',
    path: 'organization/{id}/running-instances',
    access: may('instances.read', 'organization', 'params.id'),
    params: byId,
    response: v.object({
      instances: v.array(v.object({ _id: instanceId, projectId, name: v.string(), state: v.picklist(instanceStates) })),
    }),
    summary: 'List the first 50 starting or running instances by name. They prevent the deletion of the organisation.',
  }),
  setPublicAccess: call({
    method: 'PATCH',
    path: 'organization/{id}/public-access',
    access: may('visibility.write', 'organization', 'params.id'),
    stepUp: true,
    params: byId,
    body: v.strictObject({ publiclyAccessible: v.boolean() }),
    response: v.object({ organization }),
    invalidates: ['readProfile', 'readOrganization', 'findOrganization'],
    summary: 'Make an organisation public or private.',
  }),
  readNotificationConfig: call({
    method: 'GET',
    path: 'organization/{id}/notification-config',
    access: mayVisit('organization.read', 'organization', 'params.id'),
    params: byId,
    response: notificationConfig,
    summary: 'Get the e-mail preferences of an organisation.',
  }),
  saveNotificationConfig: call({
    method: 'PATCH',
    path: 'organization/{id}/notification-config',
    access: mayWrite,
    params: byId,
    body: v.strictObject({ newNotificationCategories: v.array(v.picklist(notificationCategories)) }),
    response: notificationConfig,
    success: 'Email Preference Updated Successfully!',
    invalidates: ['readNotificationConfig'],
    summary: 'Choose the e-mails that the owners and administrators of an organisation receive.',
  }),
}
