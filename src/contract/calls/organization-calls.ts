import * as v from 'valibot'
import { may, mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { appTypes, MOST_PICTURE_BYTES, organization, pictureTypes } from '../wire/account.ts'
import { done, filledText, instanceId, micros, organizationId, projectId, text } from '../wire/common.ts'
import { instanceStates } from '../wire/compute.ts'
import { fullOrganization, notificationCategories, notificationConfig, registryFields } from '../wire/organization.ts'

const byId = v.strictObject({ id: organizationId })
const mayWrite = may('organization.write', 'organization', 'params.id')
/** The path that an upload returned; the server checks whom the picture belongs to. */
const image = v.nullable(v.pipe(text(100), v.startsWith('/api/avatar/', 'Upload a picture first.')))

export const organizationCalls = {
  createOrganization: call({
    method: 'POST',
    path: 'organization',
    access: 'inSession',
    body: v.strictObject({
      name: filledText(60),
      image: v.optional(v.null('A picture can be uploaded once the organisation is there.'), null),
      preferedAppType: v.optional(v.picklist(appTypes), 'compute'),
    }),
    response: v.object({ organization }),
    success: 'Organisation created',
    invalidates: ['readProfile'],
    summary: 'Create an organisation with its three sub-organisations; the caller becomes its owner.',
  }),
  readOrganization: call({
    method: 'GET',
    path: 'organization/{id}',
    access: mayVisit('organization.read', 'organization', 'params.id'),
    params: byId,
    response: v.object({ organization: fullOrganization }),
    summary: 'One organisation with its members; with its invitations for who may change members.',
  }),
  findOrganization: call({
    method: 'GET',
    path: 'organization',
    access: 'public',
    query: v.strictObject({ username: filledText(60) }),
    response: v.object({ organization }),
    summary:
      'An organisation by its username, or by one that it had before: one of the caller, or a publicly accessible one.',
  }),
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
    summary: 'Change the name, the username, the picture or the preferred kind of app of an organisation.',
  }),
  uploadOrganizationImage: call({
    method: 'POST',
    path: 'organization/{id}/image',
    access: mayWrite,
    params: byId,
    file: { types: pictureTypes, mostBytes: MOST_PICTURE_BYTES },
    response: v.object({ image: v.string() }),
    invalidates: [],
    summary:
      'Upload a picture: it is cut square and encoded anew. Saving the organisation with its address puts it in use.',
  }),
  saveRegistry: call({
    method: 'PUT',
    path: 'organization/{id}/registry',
    access: mayWrite,
    params: byId,
    body: registryFields,
    response: done,
    invalidates: ['readOrganization'],
    summary: 'Remember a domain registry by its address; one with this address gets the new name.',
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
    summary: 'Delete an organisation with everything of it, once nothing of it runs any more.',
  }),
  readRunningInstances: call({
    method: 'GET',
    path: 'organization/{id}/running-instances',
    access: may('instances.read', 'organization', 'params.id'),
    params: byId,
    response: v.object({
      instances: v.array(v.object({ _id: instanceId, projectId, name: v.string(), state: v.picklist(instanceStates) })),
    }),
    summary: 'The first 50 instances that start or run, by name: while there is one, the organisation is not deleted.',
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
    summary: 'Let anybody read an organisation, or only its members.',
  }),
  readNotificationConfig: call({
    method: 'GET',
    path: 'organization/{id}/notification-config',
    access: mayVisit('organization.read', 'organization', 'params.id'),
    params: byId,
    response: notificationConfig,
    summary: 'What the owners and administrators of an organisation are told of by mail.',
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
    summary: 'Choose what the owners and administrators of an organisation are told of by mail.',
  }),
  readOrganizationCredits: call({
    method: 'GET',
    path: 'organization/{id}/credits',
    access: may('billing.read', 'organization', 'params.id'),
    params: byId,
    response: v.object({ credits: micros }),
    summary: 'The credit of an organisation, in micro-dollars.',
  }),
}
