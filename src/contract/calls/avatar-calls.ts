import * as v from 'valibot'
import { call } from '../call.ts'
import { MOST_PICTURE_BYTES, pictureTypes } from '../wire/account.ts'

export const avatarCalls = {
  uploadAvatar: call({
    method: 'POST',
    path: 'profile/avatar',
    access: 'inSession',
    file: { types: pictureTypes, mostBytes: MOST_PICTURE_BYTES },
    response: v.object({ avatar: v.string() }),
    invalidates: [],
    summary: 'Upload a picture: it is cut square and encoded anew. Saving the profile with its address puts it in use.',
  }),
}
