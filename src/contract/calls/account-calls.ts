import * as v from 'valibot'
import { call } from '../call.ts'
import { profileFields, themes, user } from '../wire/account.ts'
import { apiKey } from '../wire/api-key.ts'
import { banner } from '../wire/banner.ts'

/** For an API token, `tokens` is empty and `banner` null, like everything that belongs to the user alone. */
const userResponse = v.object({
  user: v.object({
    ...user.entries,
    tokens: v.array(apiKey),
    /** The active banner. */
    banner: v.nullable(banner),
  }),
})

export const accountCalls = {
  readProfile: call({
    method: 'GET',
    path: 'profile',
    access: 'signedIn',
    response: userResponse,
    summary: 'Get the signed-in user with their organisations.',
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
    summary: 'Change the default organisation or the onboarding fields of the profile.',
  }),
  savePreferences: call({
    method: 'PATCH',
    path: 'profile/preferences',
    access: 'inSession',
    body: v.strictObject({ theme: v.picklist(themes) }),
    response: userResponse,
    invalidates: ['readProfile'],
    summary: 'Save the theme in the profile.',
  }),
}
