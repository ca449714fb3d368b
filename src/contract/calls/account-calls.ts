import * as v from 'valibot'
import { may, mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { appTypes, organization, profileFields, themes, user } from '../wire/account.ts'
import { filledText, limit, organizationId, skip, text } from '../wire/common.ts'
import { notification } from '../wire/notification.ts'

const userAnswer = v.object({ user })
const byId = v.strictObject({ id: organizationId })

export const accountCalls = {
  readProfile: call({
    method: 'GET',
    path: 'profile',
    access: 'signedIn',
    answer: userAnswer,
    summary: 'The signed-in person, with their organisations.',
  }),
  saveProfile: call({
    method: 'PUT',
    path: 'profile',
    access: 'signedIn',
    body: profileFields,
    answer: userAnswer,
    success: 'Profile updated successfully',
    summary: 'Replace the profile.',
  }),
  completeOnboarding: call({
    method: 'PATCH',
    path: 'profile',
    access: 'signedIn',
    body: profileFields,
    answer: userAnswer,
    summary: 'Change some fields of the profile: the default organisation, or what onboarding asks.',
  }),
  savePreferences: call({
    method: 'PATCH',
    path: 'profile/preferences',
    access: 'signedIn',
    body: v.strictObject({ theme: v.picklist(themes) }),
    answer: userAnswer,
    summary: 'Keep the theme with the profile.',
  }),
  readNotifications: call({
    method: 'GET',
    path: 'user-notification/paginated',
    access: 'signedIn',
    query: v.strictObject({ skip, limit: limit(20) }),
    answer: v.object({ notifications: v.array(notification), totalCount: v.number() }),
    summary: 'Notifications, newest first.',
  }),
  createOrganization: call({
    method: 'POST',
    path: 'organization',
    access: 'signedIn',
    body: v.strictObject({
      name: filledText(60),
      image: v.optional(v.nullable(text(2000)), null),
      preferedAppType: v.optional(v.picklist(appTypes), 'compute'),
    }),
    answer: v.object({ organization }),
    success: 'Organisation created',
    summary: 'Create an organisation with its three sub-organisations; the caller becomes its owner.',
  }),
  readOrganization: call({
    method: 'GET',
    path: 'organization/{id}',
    access: mayVisit('organization.read', 'organization', 'params.id'),
    params: byId,
    answer: v.object({ organization }),
    summary: 'One organisation.',
  }),
  findOrganization: call({
    method: 'GET',
    path: 'organization',
    access: 'public',
    query: v.strictObject({ username: filledText(60) }),
    answer: v.object({ organization }),
    summary: 'An organisation by its username: one of the caller, or a publicly accessible one.',
  }),
  saveOrganization: call({
    method: 'PUT',
    path: 'organization/{id}',
    access: may('organization.write', 'organization', 'params.id'),
    params: byId,
    body: v.strictObject({ name: v.optional(filledText(60)), image: v.optional(v.nullable(text(2000))) }),
    answer: v.object({ organization }),
    success: 'Organisation updated successfully',
    summary: 'Change the name or the picture of an organisation.',
  }),
}
