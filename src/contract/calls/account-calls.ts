import * as v from 'valibot'
import { call } from '../call.ts'
import { profileFields, themes, user } from '../wire/account.ts'

const userResponse = v.object({ user })

export const accountCalls = {
  readProfile: call({
    method: 'GET',
    path: 'profile',
    access: 'signedIn',
    response: userResponse,
    summary: 'The signed-in person, with their organisations.',
  }),
  saveProfile: call({
    method: 'PUT',
    path: 'profile',
    access: 'inSession',
    body: profileFields,
    response: userResponse,
    success: 'Profile updated successfully',
    invalidates: ['readProfile'],
    summary: 'Replace the profile.',
  }),
  completeOnboarding: call({
    method: 'PATCH',
    path: 'profile',
    access: 'inSession',
    body: profileFields,
    response: userResponse,
    invalidates: ['readProfile'],
    summary: 'Change some fields of the profile: the default organisation, or what onboarding asks.',
  }),
  savePreferences: call({
    method: 'PATCH',
    path: 'profile/preferences',
    access: 'inSession',
    body: v.strictObject({ theme: v.picklist(themes) }),
    response: userResponse,
    invalidates: ['readProfile'],
    summary: 'Keep the theme with the profile.',
  }),
}
